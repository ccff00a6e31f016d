#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes common_mistakes.md, the index of the mistakes that are collected as programs that must not compile:
`common_mistakes.py --write`; without it, common_mistakes.py checks that common_mistakes.md is what it would write.

A program belongs to the collection if the reason why it is wrong names an error of the articles (E7) or
the thread of somebody who met the mistake (a web address)."""
import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
PROGRAMS = HERE.parent / "static_tests" / "rejected"
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROGRAMS))
from driver import read_table  # noqa: E402  the form of the tables

# The mistakes of the articles: the number of the article and, where no type prevents them, what does.
ERRORS = {
    1: (3, "ids 1 to 23 for a table with rows 0 to 22", ""),
    2: (3, "the largest id is used as the number of words",
        "`size()` and `id_bound()` of a [vocabulary](reference/text/tokenizer.md#vocabulary)"),
    3: (3, "adjacent string literals are joined to a word that is not in the dictionary", ""),
    4: (3, "scaled dot-product attention “is usually called” self-attention",
        "two functions: [one](reference/attention/scaled_dot_product.md) takes three tensors, "
        "[the other](reference/attention/multi_head.md#self_attention) one sequence"),
    5: (3, "“always choose d_k < d”",
        "a convention, not a requirement: any d_k compiles ([heads](tour/10_heads.md))"),
    6: (3, "d_q is declared as if it could be chosen freely", ""),
    7: (2, "the projection of the values is applied to the queries", ""),
    8: (2, "integer queries are multiplied with float keys", ""),
    9: (2, "a matrix as input gives a batch of one as output",
        "the [result's axes](reference/attention/scaled_dot_product.md) come from the query"),
    10: (2, "one query sequence is used with a batch of keys", ""),
    11: (2, "`Attention(dim)` never uses dim", "nothing to pass: sizes are deduced"),
    12: (2, "`U tanh(V_h + W_s)`: subscripts instead of products",
         "[additive_score](reference/attention/additive_score.md) takes V and W, and multiplies"),
    13: (2, "the state after the step is used as the query of that step", ""),
    14: (2, "a layer with input [h; c] is applied to [h; c; y]", ""),
    15: (2, "a weighted sum “between query and value”", ""),
    16: (2, "similarities without a softmax are “the essence” of attention",
         "a separate operation, [similarity_attention](reference/attention/linear_attention.md)"),
    17: (2, "source and target both have length n", ""),
    18: (2, "weights are called scores", "[two functions](reference/attention/scaled_dot_product.md)"),
    19: (2, "y is first a probability and then a word", "[token_id](reference/text/token_id.md)"),
    20: (1, "one formula is for columns, the next one for rows", ""),
    21: (1, "“multiply I by W” for the product W I", ""),
    22: (1, "the axis of the softmax is not given", ""),
    23: (1, "the square root of d is lost between two formulas",
         "a scale is an [option](reference/attention/scale.md) that must be written out"),
    24: (1, "“b has seen the order of the words”",
         "it has not: equal words have [equal rows](tour/13_embeddings.md)"),
    25: (1, "weights set to 0 after the softmax are “local attention”",
         "masking before the softmax is a different function"),
    26: (0, "the text scales the scores, the program does not",
         "`unscaled` must be [written](tour/06_scale.md)"),
    27: (0, "the text projects the input, the program slices it",
         "[attention_of_slices](reference/attention/multi_head.md#slices)"),
    28: (0, "the weights of each head are split into heads again", ""),
    29: (0, "the number 768 is hard-coded as the width", "sizes are deduced"),
    30: (0, "the example of self-attention is a translation, with two sequences",
         "self-attention takes [one sequence](reference/attention/multi_head.md#self_attention)"),
    31: (0, "the number of heads does not divide the width: `//` truncates", ""),
    32: (0, "softmax overflows if the maximum is not subtracted", ""),
    33: (0, "an output projection is announced, and the program has none",
         "the layer [nn::multi_head_attention](reference/attention/multi_head_layer.md) "
         "always has `out_proj`"),
}

# The owner of each repository in the short form of a thread, pytorch#103963.
OWNERS = {
    "pytorch": "pytorch", "flash-attention": "Dao-AILab", "mlx": "ml-explore", "iree": "iree-org",
    "keras": "keras-team", "keras-hub": "keras-team", "transformers": "huggingface",
    "LLMs-from-scratch": "rasbt", "nanoGPT": "karpathy", "fairseq": "facebookresearch",
    "tensor2tensor": "tensorflow", "gpt-neox": "EleutherAI", "attention-gym": "meta-pytorch",
    "TransformerEngine": "NVIDIA", "ng-video-lecture": "karpathy", "CTranslate2": "OpenNMT",
    "ThunderKittens": "HazyResearch", "pytorch-seq2seq": "bentrevett", "tensorflow": "tensorflow",
    "FuxiCTR": "reczoo", "transformer-from-scratch": "jsbaan", "E5-V": "kongds",
}
SHORT = re.compile(rf"(?<![\w/-])({'|'.join(sorted(OWNERS, key=len, reverse=True))})?#(\d+)\b")
THREAD = re.compile(r"https?://[^\s)>,;]+(?<![.:])")

HEAD = """# Common mistakes

Every mistake on this page was made in public: in the [four articles](index.md#the-four-articles)
whose examples this library computes (E1 to E33), or in the linked threads. A check of sizes alone
would accept most of them. The tests compile each program below, which must be rejected with an
error of the library; its corrected version, in which one line differs, must compile.

"""


def header(reason):
    """Why a program is wrong; threads with their whole address."""
    text = ""
    for line in reason.splitlines():
        # A line may end within a name: the formatter breaks it after a hyphen.
        text += ("" if not text or text.endswith("-") else " ") + line
    repository = ""

    def whole(match):
        """pytorch#170415, and a #170404 that follows it."""
        nonlocal repository
        repository = match[1] or repository
        return f"https://github.com/{OWNERS[repository]}/{repository}/issues/{match[2]}"

    return SHORT.sub(whole, text)


def mistake_of(says):
    """The first sentence, without its threads; a line that starts with one is about the thread."""
    says = re.split(r"(?<=[.?])\s+(?=https?://)", says)[0]
    says = THREAD.sub("", re.sub(r"\bThreads?:", "", says))
    says = re.sub(r"\s*\([^()]*\)", lambda m: m[0] if re.search(r"[a-z]{2}", m[0]) else "", says)
    return re.split(r"\.(?=\s|$)", says)[0].strip(" .:").replace("|", "\\|")


def link_to(thread):
    name = re.sub(r"https?://(github\.com/)?", "", thread)
    return f"[{re.sub(r'/(issues|pull)/', '#', name)}]({thread})"


def link(case):
    name, table = case
    return f"[{name}](../static_tests/rejected/{table.name})"


def page():
    programs = {(case.name, table): header(case.reason) for table in sorted(PROGRAMS.glob("*.cpp"))
                for case in read_table(table).cases}
    programs = dict(sorted(programs.items()))
    text = HEAD + "## In the articles\n\n| | Article | Mistake | What prevents it |\n|---|---|---|---|\n"
    for number, (article, mistake, instead) in ERRORS.items():
        caught = [link(p) for p, says in programs.items() if re.search(rf"\bE{number}\b", THREAD.sub("", says))]
        text += f"| E{number} | {article} | {mistake} | {' · '.join(caught) or instead} |\n"
    text += "\n## In public threads\n\n| Program | Mistake | Thread |\n|---|---|---|\n"
    for program, says in programs.items():
        if threads := THREAD.findall(says):
            text += f"| {link(program)} | {mistake_of(says)} | {', '.join(map(link_to, threads))} |\n"
    unanswered = [n for n, (_, _, instead) in ERRORS.items() if not instead and not
                  any(re.search(rf"\bE{n}\b", THREAD.sub("", says)) for says in programs.values())]
    return text, unanswered


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--write", action="store_true")
    options = options.parse_args()
    text, unanswered = page()
    if unanswered:
        print("common mistakes: nothing prevents", ", ".join(f"E{n}" for n in unanswered))
        return 1
    if options.write:
        (HERE / "common_mistakes.md").write_text(text)
    elif text != (HERE / "common_mistakes.md").read_text():
        print("common mistakes: common_mistakes.md is not what common_mistakes.py writes; run common_mistakes.py --write")
        return 1
    print("common mistakes:", text.count("\n| E"), "mistakes of the articles,",
          text.split("## In public threads")[1].count("\n| ["), "of others")
    return 0


if __name__ == "__main__":
    sys.exit(main())
