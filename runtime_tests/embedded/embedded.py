#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What five models need on a small machine: the tables of docs/embedded.md, measured and compared, and a look for
what no object of theirs may have.

    embedded.py --compiler CXX --include DIR [--include DIR ...]     the models with this compiler
    embedded.py --target aarch64|cortex-m7                           … with a cross compiler, if it is installed
    embedded.py --write                                              all targets, and writes the tables of the page

Each model of models.cpp is compiled without exceptions, with -O2 also with them. No object may
  - need a symbol but memcpy, memset, memmove and memcmp, which compilers require of every environment: so nothing
    of the C library's mathematics, no allocation, nothing of the run-time support for exceptions or RTTI;
  - have a global constructor, data or zero-initialised data: what there is is constant;
  - have a frame whose size the compiler does not know, a call through a pointer, or a recursion.
The stack need is the largest sum of frames along any chain of calls. On x86-64 the function is executed as well, on a
painted stack: it must not use more than that sum.
What is declared noexcept (noexcept.cpp) must not have a handler either, nor must functions that call it.
Where the page has a column for the compiler, its numbers must be those measured, within a quarter and 64 bytes:
patches of a compiler differ. Exits with 77 if what it needs is not installed.
"""
import argparse
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
        found = re.search(r"(\d+)\.\d+", version)
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


def cross_targets(name):
    """Cross compilers of Debian, with Hana's headers alone: the machine's other headers are for another one."""
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "boost").mkdir()
    for hana in (pathlib.Path("/usr/include/boost/hana"), pathlib.Path("/usr/include/boost/hana.hpp")):
        if not hana.exists():
            raise Missing(f"{hana} does not exist")
        (folder / "boost" / hana.name).symlink_to(hana)
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
            yield words[0], int(words[1])


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
    """As a run shows; what is between the marker and the frame of run() is counted as well: up to 512 bytes."""
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--target", choices=["host", "aarch64", "cortex-m7"], default="host")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    host = lambda compiler: Target(shlex.split(compiler), "x86-64", "", options.include)  # noqa: E731
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
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
