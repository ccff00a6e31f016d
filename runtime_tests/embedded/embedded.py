#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What five models need on a small machine: the tables of docs/embedded.md, measured and compared, and a look for
what no object of theirs may have.

    embedded.py --compiler CXX --include DIR [--include DIR ...]     the models with this compiler
    embedded.py --target aarch64|cortex-m7                           … with a cross compiler, if it is installed
    embedded.py --write                                              all targets, and writes the tables of the page
    embedded.py --llama [--write]                                    the table of a Llama, on each target installed

Each model of models.cpp is compiled without exceptions, with -O2 also with them. No object may
  - need a symbol but memcpy, memset, memmove and memcmp, which compilers require of every environment: so nothing
    of the C library's mathematics, no allocation, nothing of the run-time support for exceptions or RTTI;
  - have a global constructor, data or zero-initialised data: what there is is constant;
  - have a frame whose size the compiler does not know, a call through a pointer, or a recursion.
The stack need is the largest sum of frames along any chain of calls. On x86-64 the function is also executed, on a
painted stack: it must not use more than that sum.
What is declared noexcept (noexcept.cpp) must not have a handler either, nor must functions that call it.
Where the page has a column for the compiler, its numbers must be those measured, within a quarter and 64 bytes:
patches of a compiler differ. Exits with 77 if what it needs is not installed.

With --llama the model is stories260K, in float and in int8, on the host and with each cross compiler that is installed.
Its row of the page has code, stack, flash, RAM and all symbols from outside. The program is linked with the weights and
executed for 256 tokens, in an emulator where the target is another one. Each target must print the same tokens, and
float the published text. $ATTN_STORIES, or ../shared/data/stories260K, is the directory of the trained weights. Where
they are not, the weights are made up, which is said, and the tokens of all targets are compared.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/embedded.md"
MODELS = ["attention 3x3", "LSTM step, 32 units", "classifier 64-32-10", "encoder layer 64, 4 heads, T = 16",
          "decoding step, 2 layers of 32"]
PROVIDED = {"memcpy", "memset", "memmove", "memcmp"} | {
    f"__aeabi_mem{what}{size}" for what in ("cpy", "set", "move", "clr") for size in ("", "4", "8")}
# What the tables of 32-bit ARM for unwinding refer to, whatever is in them.
UNWINDING = {"__aeabi_unwind_cpp_pr0", "__aeabi_unwind_cpp_pr1"}
QUIET = ["-fno-exceptions", "-fno-rtti"]
LEVELS = ["-O2", "-Os"]
# What stands for a call in the relocations of the three targets.
CALL = re.compile(r"R_(?:X86_64_(?:PLT32|PC32)|AARCH64_(?:CALL|JUMP)26|ARM_(?:THM_)?(?:CALL|JUMP24))\s+(\S+)")


class Wrong(Exception):
    pass


class Missing(Exception):
    pass


def output(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(map(str, command))}\n{done.stderr[:2000]}")
    return done.stdout


class Target:
    def __init__(self, compiler, column, prefix="", includes=(), flags=()):
        self.command, self.prefix = [*compiler, *flags, *[f"-isystem{d}" for d in includes]], prefix
        version = output([*compiler, "--version"])
        self.is_clang = "clang" in version.lower()
        found = re.search(r" (\d+)[.-]", version)
        self.column = f"{column}, {'Clang' if self.is_clang else 'GCC'} {found[1] if found else '?'}"
        self.runs = not prefix

    def compile(self, model, flags, folder):
        name = folder / "model.o"
        usage = "-fstack-usage" if self.is_clang else "-fcallgraph-info=su"
        output([*self.command, "-std=c++20", *flags, usage, "-ffunction-sections", f"-DATTN_MODEL={model}",
                f"-I{ROOT}/include", "-c", str(HERE / "models.cpp"), "-o", str(name)])
        return name

    def tool(self, name, *arguments):
        return output([f"{self.prefix}{name}", *map(str, arguments)])


def only_hana():
    """A directory with Hana's headers alone: the machine's other headers are for another target."""
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "boost").mkdir()
    for hana in (pathlib.Path("/usr/include/boost/hana"), pathlib.Path("/usr/include/boost/hana.hpp")):
        if not hana.exists():
            raise Missing(f"{hana} does not exist")
        (folder / "boost" / hana.name).symlink_to(hana)
    return folder


def cross_targets(name):
    """Cross compilers of Debian."""
    folder = only_hana()
    compiler, prefix = {"aarch64": ("aarch64-linux-gnu-g++", "aarch64-linux-gnu-"),
                        "cortex-m7": ("clang++-19", "arm-none-eabi-")}[name]
    for program in (compiler, f"{prefix}objdump"):
        if not shutil.which(program):
            raise Missing(f"{program} is not installed")
    if name == "aarch64":
        return [Target([compiler], "AArch64", prefix, [folder])]
    headers = sorted(pathlib.Path("/usr/include/newlib/c++").glob("*"))
    if not headers:
        raise Missing("the package libstdc++-arm-none-eabi-dev is not installed")
    flags = "-mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard -mthumb -ffreestanding -nostdinc++".split()
    return [Target([compiler, "--target=arm-none-eabi"], column, prefix,
                   [headers[-1], headers[-1] / "arm-none-eabi/thumb/v7e-m+dp/hard", "/usr/include/newlib", folder],
                   [*flags, *more])
            for column, more in (("Cortex-M7", []), ("Cortex-M7 without vectors", ["-DATTN_NO_VECTORS"]))]


def look_for_what_must_not_be(target, name, quiet):
    """Whatever an object has that it must not have."""
    for line in target.tool("nm", "-u", name).splitlines():
        symbol = line.split()[-1]
        if symbol not in PROVIDED and (quiet or symbol not in UNWINDING):
            yield f"needs {symbol}"
    for section, size in sections(target, name):
        if size and section.startswith((".init_array", ".ctors", ".gcc_except_table", ".data", ".bss", ".tdata",
                                        ".tbss", ".sdata")) and not section.startswith(".data.rel.ro"):
            yield f"has a section {section} of {size} bytes"


def sections(target, name):
    for line in target.tool("size", "-A", name).splitlines():
        words = line.split()
        if len(words) == 3 and words[1].isdigit():
            yield words[0].replace(".rdata", ".rodata"), int(words[1])


def code_size(target, name):
    """Code and constants, without what debuggers and unwinders read."""
    return sum(size for section, size in sections(target, name) if section.startswith((".text", ".rodata", ".data.rel.ro")))


def graph_of_gcc(name):
    frames, calls = {}, {}
    for line in name.with_suffix(".ci").read_text(encoding="utf-8").splitlines():
        if node := re.match(r'node: \{ title: "([^"]*)" label: "(.*)"', line):
            found = re.search(r"\\n(\d+) bytes \(([\w,]+)\)", node[2])
            if found:
                frames[node[1]] = int(found[1])
                if found[2] == "dynamic":
                    raise Wrong(f"{node[1]}: a frame of unknown size")
        elif edge := re.match(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"', line):
            calls.setdefault(edge[1], set()).add(edge[2])
    return frames, calls


def graph_of_clang(target, name):
    frames, calls = {}, {}
    for line in name.with_suffix(".su").read_text(encoding="utf-8").splitlines():
        function, size, kind = line.split("\t")
        if kind != "static":
            raise Wrong(f"{function}: a frame of unknown size")
        frames[re.sub(r"^.*?:\d+:", "", function)] = int(size) + (8 if target.runs else 0)  # the return address
    here = None
    for line in target.tool("objdump", "-dr", name).splitlines():
        if start := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            here = start[1]
        elif (call := CALL.search(line)) and here:
            called = re.sub(r"^\.text\.", "", re.sub(r"[-+]0x[0-9a-f]+$", "", call[1]))
            if called != here:
                calls.setdefault(here, set()).add(called)
        elif re.search(r"\t(call\s+\*|blr\s+x|blx\s+r)", line):
            calls.setdefault(here, set()).add("__indirect_call")
    return frames, calls


def stack_need(target, name):
    frames, calls = graph_of_clang(target, name) if target.is_clang else graph_of_gcc(name)
    if "run" not in frames:
        raise Wrong("the frame of run() is unknown")
    needs = {}

    def need(function, chain):
        if function == "__indirect_call":
            raise Wrong(f"{chain[-1]} calls through a pointer")
        if function in chain:
            raise Wrong(f"{function} calls itself")
        if function not in needs:
            deeper = [need(called, (*chain, function)) for called in calls.get(function, ()) if called in frames or called == "__indirect_call"]
            needs[function] = frames[function] + max(deeper, default=0)
        return needs[function]

    return need("run", ())


HARNESS = r'''
#include <pthread.h>
#include <sys/mman.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
extern "C" std::size_t run(void*, void*, void*, void*);
alignas(64) static unsigned char memory[4][1 << 20];
constexpr std::size_t size = 1 << 20;
static unsigned char* stack;
static void* call(void*) {
  unsigned char marker = 0;
  unsigned char* const here = &marker;
  std::memset(stack, 0xa5, static_cast<std::size_t>(here - stack) - 512);
  run(memory[0], memory[1], THIRD, memory[3]);
  std::size_t untouched = 0;
  while (stack[untouched] == 0xa5) ++untouched;
  std::printf("%zu\n", static_cast<std::size_t>(here - stack) - untouched);
  return nullptr;
}
int main() {
  stack = static_cast<unsigned char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, size);
  pthread_t thread{};
  if (pthread_create(&thread, &attributes, call, nullptr) != 0) return 1;
  return pthread_join(thread, nullptr);
}
'''


def stack_used(target, model, name, folder):
    """As a run shows; what is between the marker and the frame of run() is also counted: up to 512 bytes."""
    source = folder / "harness.cpp"
    source.write_text(HARNESS.replace("THIRD", "nullptr" if model == 5 else "memory[2]"), encoding="utf-8")
    output([*target.command, "-std=c++20", "-O1", str(source), str(name), "-pthread", "-Wl,-z,now", "-o", str(folder / "harness")])
    return int(output([str(folder / "harness")]))


def handlers(target, folder):
    """Of what is declared noexcept."""
    for level in LEVELS:
        name = folder / "noexcept.o"
        output([*target.command, "-std=c++20", level, f"-I{ROOT}/include", "-c", str(HERE / "noexcept.cpp"), "-o", str(name)])
        yield from (f"noexcept.cpp, {level}: {what}" for what in look_for_what_must_not_be(target, name, False))


def measure(target, folder):
    """{(model, level): (stack, code)}, and what is wrong."""
    table, wrong = {}, list(handlers(target, folder)) if target.runs else []
    for model, title in enumerate(MODELS, 1):
        for level in LEVELS:
            for quiet in ([], QUIET) if level == "-O2" else (QUIET,):
                try:
                    name = target.compile(model, [level, *quiet], folder)
                    wrong += [f"{title}, {' '.join([level, *quiet])}: {what}"
                              for what in look_for_what_must_not_be(target, name, quiet)]
                    if quiet:
                        need = stack_need(target, name)
                        table[model, level] = (need, code_size(target, name))
                        if target.runs:
                            used = stack_used(target, model, name, folder)
                            print(f"{target.column}, {title}, {level}: {used} bytes of stack used, {need} at most")
                            if used > need + 512:
                                wrong.append(f"{title}, {level}: uses {used} bytes of stack, not {need}")
                except Wrong as what:
                    wrong.append(f"{title}, {level}: {what}")
    return table, wrong


# --- the tables of the page ---------------------------------------------------------------------

def number(text):
    return int(text.replace(",", ""))


def tables_of_page():
    """{(level, column): {title: (stack, code)}}"""
    tables, level, columns = {}, None, []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"\| `(-O.)`: stack / code +\|(.*)\|$", line):
            level, columns = found[1], [c.strip() for c in found[2].split("|")]
        elif level and line.startswith("| ") and line.count("|") == len(columns) + 2:
            title, *cells = [c.strip() for c in line.strip("|").split("|")]
            for column, cell in zip(columns, cells):
                stack, code = cell.split(" / ")
                tables.setdefault((level, column), {})[title] = (number(stack), number(code))
        elif not line.startswith("|"):
            level = None
    return tables


def differences(target, table):
    page = tables_of_page()
    if not any(column == target.column for _, column in page):
        print(f"the page has no column {target.column}: what is not allowed was looked for, sizes were not compared")
        return
    for (model, level), measured in table.items():
        stated = page[level, target.column].get(MODELS[model - 1])
        if stated is None:
            yield f"the page has no row {MODELS[model - 1]}"
            continue
        for what, here, there in zip(("stack", "code"), measured, stated):
            if abs(here - there) > here / 4 + 64:
                yield f"{target.column}, {MODELS[model - 1]}, {level}: {what} is {here} bytes, the page has {there}"


def write_page(measured):
    text = PAGE.read_text(encoding="utf-8")
    for level in LEVELS:
        rows = [f"| `{level}`: stack / code | " + " | ".join(t.column for t, _ in measured) + " |",
                "|---|" + "---:|" * len(measured)]
        for model, title in enumerate(MODELS, 1):
            cells = [f"{table[model, level][0]:,} / {table[model, level][1]:,}" for _, table in measured]
            rows.append(f"| {title} | " + " | ".join(cells) + " |")
        text, count = re.subn(rf"^\| `{level}`: stack / code(?:.*\n\|)*.*$", "\n".join(rows), text, flags=re.MULTILINE)
        if count != 1:
            raise Wrong(f"{PAGE} has no table for {level}")
    PAGE.write_text(text, encoding="utf-8")


# --- a Llama --------------------------------------------------------------------------------------

STORE = r'''
#include <attn/io/file.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/io/safetensors.hpp>
#include <cstdio>
#define run run_of_this_program
#include "models.cpp"
static model small;
static plain weights;
// The file states 512 positions; the device has memory for 256.
static nn::llama<float, axis<"word", 512>, axis<"position", 512>, axis<"width", 64>, axis<"head", 8>,
                 axis<"kv_head", 4>, axis<"inner", 172>, 5, output_by_input> whole;
template <class To> void store(To& to) {
  if constexpr (std::is_same_v<To, plain>)
    to = weights;
  else
    quantized_into(to, weights);
}
int main(int, char** names) {
  if (*names[1] == 0) {
    weights = splitmix_parameters<splitmix::s24, plain>(1);
  } else if (const auto result = from_llama2c(read_file(names[1]).bytes, whole); !result) {
    std::fputs(result.text().c_str(), stderr);
    return 1;
  } else if (!from_safetensors(to_safetensors(whole), weights)) {
    return 1;
  }
  store(small);
  return !write_file(names[2], byte_view(reinterpret_cast<const char*>(&small), sizeof small));
}
'''
# The weights of the assembler, a state that begins, and the numbers of the words.
TELL = r'''
#include <cstddef>
#include <cstdio>
extern "C" std::size_t run(const void*, void*, std::size_t);
extern "C" const std::size_t sizes[2];
extern "C" const unsigned char weights[];
asm(".section SECTION\n.balign 64\n.global weights\nweights:\n.incbin \"WEIGHTS\"\n.text\n");
alignas(64) static unsigned char state[1 << 19];
#if defined(__ARM_ARCH_7EM__)
#if defined(ATTN_STARTUP)
extern "C" void _start();
extern "C" [[noreturn]] void reset() {
  *reinterpret_cast<volatile unsigned*>(0xE000ED88) = 0xFu << 20;
  asm volatile("dsb; isb" ::: "memory");
  _start();
  for (;;) {
  }
}
extern "C" [[gnu::section(".vectors"), gnu::used]] void (*const vectors[])() = {
    reinterpret_cast<void (*)()>(0x20400000), reset};
#endif
#endif
int main() {
  if (sizes[1] > sizeof state) return 1;
  std::printf("%u %u\n", static_cast<unsigned>(sizes[0]), static_cast<unsigned>(sizes[1]));
  std::size_t id = 1;
  for (int i = 0; i < 256; ++i) {
    id = run(weights, state, id);
    std::printf("%u ", static_cast<unsigned>(id));
  }
  std::puts("");
  return 0;
}
'''
FORMATS = {6: "float", 7: "int8"}


class LlamaTarget(Target):
    """How a program is linked and executed: `run` is the emulator, or None where it is not installed."""

    def __init__(self, column, compiler, prefix="", flags=(), linked="", emulator=(), includes=()):
        for program in (compiler, f"{prefix}nm"):
            if not shutil.which(program):
                raise Missing(f"{column}: {program} is not installed")
        super().__init__([compiler], column, prefix, includes, flags)
        self.linked, self.emulator = linked.split(), list(emulator)
        self.runs = False


def llama_targets(includes):
    """Those installed, and a sentence for each other one."""
    hana = [only_hana()]
    m7 = "-mthumb -mfloat-abi=hard -mcpu=cortex-m7 -mfpu=fpv5-d16 -DATTN_NO_VECTORS".split()
    m4 = "-mthumb -mfloat-abi=hard -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -DATTN_NO_VECTORS".split()
    bare = "--specs=rdimon.specs -DATTN_STARTUP -Wl,--section-start=.vectors=0,-Tdata=0x20000000"
    board = lambda name: ["qemu-system-arm", "-M", name, "-nographic", "-semihosting", "-kernel"]  # noqa: E731
    wine = next((w for w in ("wine64", "wine") if shutil.which(w)), "wine64")
    found = []
    for arguments in (
            dict(column="x86-64", compiler="g++", includes=includes),
            dict(column="x86-64", compiler="clang++-19", includes=includes),
            dict(column="AArch64", compiler="aarch64-linux-gnu-g++", prefix="aarch64-linux-gnu-", linked="-static",
                 emulator=["qemu-aarch64"], includes=hana),
            dict(column="Cortex-M7", compiler="arm-none-eabi-g++", prefix="arm-none-eabi-", flags=m7, linked=bare,
                 emulator=board("mps2-an500"), includes=hana),
            dict(column="Cortex-M4", compiler="arm-none-eabi-g++", prefix="arm-none-eabi-", flags=m4, linked=bare,
                 emulator=board("mps2-an386"), includes=hana),
            dict(column="Windows, x86-64", compiler="x86_64-w64-mingw32-g++-posix", prefix="x86_64-w64-mingw32-",
                 linked="-static", emulator=[wine], includes=hana)):
        try:
            found.append(LlamaTarget(**arguments))
        except Missing as what:
            print(f"skipped: {what}")
    return found


def stories():
    folder = pathlib.Path(os.environ.get("ATTN_STORIES", ROOT.parent / "shared/data/stories260K"))
    if (folder / "stories260K.bin").exists():
        return folder
    print(f"skipped: {folder} does not have stories260K.bin; $ATTN_STORIES names its directory. The weights are made up")
    return None


def text_of(ids, folder):
    sys.path.insert(0, str(ROOT / "static_tests/llama"))
    from prove import shown, words_of_llama2c  # noqa: PLC0415
    words, text = words_of_llama2c(folder / "tok512.bin"), b""
    for before, number in zip([1, *ids], ids):
        word = shown(words[number])
        text += word[1:] if before == 1 and word.startswith(b" ") else word
    return text


def tokens_of(target, name, weights, folder):
    """What the program prints, or None without the emulator."""
    section = ".rdata,\\\"dr\\\"" if "Windows" in target.column else ".rodata"
    source, program = folder / "tell.cpp", folder / "tell.exe"
    source.write_text(TELL.replace("SECTION", section).replace("WEIGHTS", str(weights)), encoding="utf-8")
    output([*target.command, "-std=c++20", "-Os", str(source), str(name), *target.linked, "-o", str(program)])
    if target.emulator and not shutil.which(target.emulator[0]):
        print(f"skipped: {target.column}: linked; {target.emulator[0]} is not installed")
        return None
    lines = output([*target.emulator, str(program)]).split("\n")
    return lines[0].split(), [int(number) for number in lines[1].split()]


def measure_llama(folder, includes, host):
    """The rows of the table, and what is wrong."""
    data, rows, wrong = stories(), [], []
    targets = llama_targets(includes)
    for model, form in FORMATS.items():
        weights = folder / f"weights{model}.bin"
        (folder / "store.cpp").write_text(STORE, encoding="utf-8")
        output([*host.command, "-std=c++20", "-O1", f"-DATTN_MODEL={model}", f"-I{HERE}", f"-I{ROOT}/include",
                str(folder / "store.cpp"), "-o", str(folder / "store")])
        output([str(folder / "store"), str(data / "stories260K.bin") if data else "", str(weights)])
        expected = None
        for target in targets:
            name = target.compile(model, ["-Os", *QUIET], folder)
            symbols = sorted({line.split()[-1] for line in target.tool("nm", "-u", name).splitlines()})
            if any(s.startswith((".init_array", ".ctors", ".data", ".bss")) and n and not s.startswith(".data.rel.ro")
                   for s, n in sections(target, name)):
                wrong.append(f"{target.column}, {form}: has data or a constructor")
            code, stack = code_size(target, name), stack_need(target, name)
            told, ran = tokens_of(target, name, weights, folder), "linked"
            if told:
                (size, state), ids = told
                if expected is None:
                    expected = ids
                    if data and model == 6 and text_of(ids, data) != (data / "greedy.txt").read_bytes().rstrip(b"\n"):
                        wrong.append(f"{target.column}, float: the text is not the published one")
                if len(ids) != 256 or ids != expected or int(size) != weights.stat().st_size:
                    wrong.append(f"{target.column}, {form}: tokens differ from {targets[0].column}")
                ran = "executed"
            rows.append([f"{target.column}, {form}", code, stack, code + weights.stat().st_size, int(state) + stack,
                         ", ".join(f"`{s}`" for s in symbols) or "none", ran])
            print(*rows[-1], sep=" | ")
    return rows, wrong


LLAMA_HEAD = "| `-Os` | Code | Stack | Flash | RAM | Symbols from outside | 256 tokens |"


def compare_llama(rows):
    page = {cells[0]: cells[1:] for cells in ([c.strip() for c in line.strip("|").split("|")]
            for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| .*, (float|int8) \|", line))}
    for title, *numbers, symbols, _ in rows:
        if title not in page:
            print(f"the page has no row {title}: its numbers were not compared")
            continue
        if symbols != page[title][4]:
            yield f"{title}: needs {symbols}, the page has {page[title][4]}"
        for what, here, there in zip(("code", "stack", "flash", "RAM"), numbers, map(number, page[title])):
            if abs(here - there) > here / 4 + 64:
                yield f"{title}: {what} is {here} bytes, the page has {there}"


def write_llama(rows):
    lines = [LLAMA_HEAD, "|---|---:|---:|---:|---:|---|---|",
             *("| " + " | ".join(f"{c:,}" if isinstance(c, int) else c for c in row) + " |" for row in rows)]
    text, count = re.subn(rf"^{re.escape(LLAMA_HEAD)}(?:\n\|.*)*$", "\n".join(lines),
                          PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if count != 1:
        raise Wrong(f"{PAGE} has no table of the Llama")
    PAGE.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--target", choices=["host", "aarch64", "cortex-m7"], default="host")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--llama", action="store_true")
    options = parser.parse_args()
    host = lambda compiler: Target(shlex.split(compiler), "x86-64", "", options.include)  # noqa: E731
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.llama:
            rows, wrong = measure_llama(folder, options.include, host(options.compiler))
            wrong += [] if options.write else compare_llama(rows)
            for what in wrong:
                print(what)
            if options.write and not wrong:
                write_llama(rows)
            return 1 if wrong else 0
        try:
            if options.write:
                targets = [host("g++"), host("clang++-19"), *cross_targets("aarch64"), *cross_targets("cortex-m7")]
            elif options.target == "host":
                targets = [host(options.compiler)]
            else:
                targets = cross_targets(options.target)
        except Missing as what:
            print(f"skipped: {what}")
            return 77
        if not options.write and options.target == "host" and "x86_64" not in output([*targets[0].command, "-dumpmachine"]):
            print("skipped: the page's tables are for x86-64")
            return 77
        measured, wrong = [], []
        for target in targets:
            table, found = measure(target, folder)
            measured.append((target, table))
            wrong += [f"{target.column}: {what}" for what in found]
            if not options.write and not found:
                wrong += differences(target, table)
        for what in wrong:
            print(what)
        if options.write and not wrong:
            write_page(measured)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
