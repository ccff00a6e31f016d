#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check that what the library defines carries ATTN_ABI (include/attn/detail/abi.hpp), or add it.

    abi_tags.py [ROOT]          one line per function, array or constant without; exits with 1 if
                                there is any
    abi_tags.py --fix [ROOT]    adds the missing ones to the headers, and the include that they need;
                                run clang-format-19 afterwards
    abi_tags.py --self-test     shows that each kind of declaration is recognised

ATTN_INLINE and ATTN_NOINLINE contain it. What never becomes a symbol needs none: consteval and deleted
functions, deduction guides, lambdas inside functions. The bodies of macros are read too, as far as
they are declarations. Functions of the standard library have no tag: what can be emitted as one, and returns or
computes floating-point numbers, is reported as well (detail/element.hpp and __builtin_bit_cast do without).
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

TAG = "ATTN_ABI"
CARRIERS = re.compile(r"\bATTN_(?:ABI|INLINE|NOINLINE)\b")
INCLUDE = re.compile(r"^#include <(attn/[^>]+)>$", re.MULTILINE)
HEADER = "attn/detail/abi.hpp"
# A constant that another version may have another value for, and that is used by reference: a member of
# a class type, or of any type. (Of numbers the values are used; shared_symbols.py finds the others.)
CONSTANT = re.compile(r"(?:static|inline) constexpr T\b|static constexpr (?!std::|auto\b|bool\b|int\b|"
                      r"unsigned\b|char\b|const\b|float\b|double\b)")
UNTAGGABLE = re.compile(r"std::(?:numeric_limits<[^;()]*>::\w+\(\)|bit_cast\b|countl_\w+|countr_\w+|"
                        r"popcount\b)")
# What precedes the initialiser of a constant: it is evaluated by the compiler, and never emitted.
INITIALISED = re.compile(r"\s*" + TAG + r" static constexpr T \w+ = \(?")
CLOSING = {"(": ")", "{": "}", "[": "]"}

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*|"(?:\\.|[^"\\\n])*"|'
                      r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|\[\[.*?\]\]", re.DOTALL | re.MULTILINE)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+\w+\([^)]*\)((?:\\\n|[^\n])*)", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")
# A macro that is a line of its own, such as ATTN_STRICT_FP_BEGIN; no part of what follows.
LINE_MACRO = re.compile(r"[ \t]*(?!ATTN_(?:ABI|INLINE|NOINLINE)\b)[A-Z0-9]+_[A-Z0-9_]+[ \t]*(?=\n|$)")
SPACE = re.compile(r"\s*")


def blanked(text: str) -> str:
    """The same text with spaces for all that is not code, so that positions stay."""
    return NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


class Reader:
    """Goes through the declarations of a header; `places` gets the declarations of functions without a tag, and
    `unread` where there is something between a class and its semicolon, which would be passed over."""

    def __init__(self, code: str):
        self.code = code
        self.at = 0
        self.places: list[int] = []
        self.unread: list[int] = []

    def space(self) -> None:
        self.at = SPACE.match(self.code, self.at).end()

    def word(self) -> str:
        found = WORD.match(self.code, self.at)
        return found[0] if found else ""

    def line_macro(self) -> re.Match | None:
        """A macro that is all of the line that begins here."""
        return LINE_MACRO.match(self.code, self.code.rfind("\n", 0, self.at) + 1)

    def next(self) -> str:
        return self.code[self.at:self.at + 1]

    def skip_brackets(self) -> None:
        """From an opening bracket to behind the closing one."""
        closing = CLOSING[self.next()]
        self.at += 1
        while self.at < len(self.code) and self.next() != closing:
            if self.next() in CLOSING:
                self.skip_brackets()
            else:
                self.at += 1
        self.at += 1

    def skip_angles(self) -> None:
        self.at += 1
        while self.at < len(self.code) and self.next() != ">":
            if self.next() in CLOSING:
                self.skip_brackets()
            elif self.next() == "<":
                self.skip_angles()
            elif self.code.startswith("->", self.at):
                self.at += 2
            else:
                self.at += 1
        self.at += 1

    def skip_requires_clause(self) -> None:
        """Behind the word `requires` of a clause: its primary expressions, joined by && and ||."""
        while True:
            self.space()
            if self.next() == "(":
                self.skip_brackets()
            elif self.word() == "requires":
                self.at += len("requires")
                self.space()
                if self.next() == "(":
                    self.skip_brackets()
                    self.space()
                self.skip_brackets()
            else:
                while self.word() or self.next() in ("<", ":"):
                    if self.next() == "<":
                        self.skip_angles()
                        if not self.code.startswith("::", self.at):
                            break
                    elif self.next() == ":":
                        self.at += 2
                    else:
                        self.at += len(self.word())
                        if self.next() not in ("<", ":"):
                            break
            self.space()
            if self.code[self.at:self.at + 2] not in ("&&", "||"):
                return
            self.at += 2

    def skip_heads(self) -> None:
        """Template heads and their requires-clauses."""
        while True:
            self.space()
            if self.word() == "template":
                self.at += len("template")
                self.space()
                if self.next() == "<":
                    self.skip_angles()
            elif self.word() == "requires":
                self.at += len("requires")
                self.skip_requires_clause()
            else:
                return

    def skip_statement(self) -> None:
        """To behind the semicolon."""
        while self.at < len(self.code) and self.next() not in (";", "}"):
            if self.next() in CLOSING:
                self.skip_brackets()
            else:
                self.at += 1
        if self.next() == ";":
            self.at += 1

    def skip_rest_of_function(self) -> str:
        """Behind the parameters: to behind the body or the semicolon; what was between."""
        start = self.at
        initializers = False
        while self.at < len(self.code):
            if self.word() == "requires":
                self.at += len("requires")
                self.skip_requires_clause()
            elif self.word():
                self.at += len(self.word())
            elif self.code.startswith("::", self.at):
                self.at += 2
            elif self.next() == ":":
                initializers = True
                self.at += 1
            elif self.next() == "{":
                before = self.code[start:self.at].rstrip()[-1:]
                body = not (initializers and (before.isalnum() or before in ("_", ">")))
                between = self.code[start:self.at]
                self.skip_brackets()
                if body:
                    return between
            elif self.next() in CLOSING:
                self.skip_brackets()
            elif self.next() in (";", "}"):
                between = self.code[start:self.at]
                self.at += self.next() == ";"
                return between
            else:
                self.at += 1
        return self.code[start:]

    def declaration(self) -> None:
        self.skip_heads()
        begin = self.at
        first = self.word()
        if first in ("using", "typedef", "static_assert", "concept", "enum"):
            self.skip_statement()
            return
        is_class = is_namespace = is_array = False
        while self.at < len(self.code):
            self.space()
            word = self.word()
            if word == "operator":
                self.at += len(word)
                self.space()
                if self.code.startswith("()", self.at):
                    self.at += 2
                while self.at < len(self.code) and self.next() != "(":
                    self.at += 1
                self.function(begin, operator=True)
                return
            if word in ("struct", "class", "union", "namespace"):
                is_class = True
                is_namespace = word == "namespace"
            self.at += len(word)
            if word in ("alignas", "decltype", "explicit", "noexcept", "__attribute__"):
                self.space()
                if self.next() == "(":
                    self.skip_brackets()
            elif word:
                pass
            elif self.next() == "<":
                self.skip_angles()
            elif self.next() == "[":
                is_array = True
                self.skip_brackets()
            elif self.next() == "{" and is_class:
                self.at += 1
                self.scope()
                if not is_namespace:
                    self.space()
                    if self.next() not in (";", ""):  # "": the body of a macro ends there
                        self.unread.append(self.at)
                    self.skip_statement()
                return
            elif self.next() == "(":
                name = self.code[begin:self.at].strip()
                if re.fullmatch(r"[A-Z_0-9]+", name):  # a macro is called
                    self.skip_brackets()
                    self.space()
                    self.at += self.next() == ";"
                else:
                    self.function(begin)
                return
            elif self.next() in ("=", "{", ";"):
                head = self.code[begin:self.at]
                if (CONSTANT.match(head) or is_array and re.match(r"static|inline", head)) and \
                        not CARRIERS.search(head):
                    self.places.append(begin)
                self.skip_statement()
                return
            elif self.next() == "}":
                return
            else:
                self.at += 1

    def function(self, begin: int, operator: bool = False) -> None:
        head = self.code[begin:self.at]
        self.skip_brackets()
        between = self.skip_rest_of_function()
        guide = not operator and re.fullmatch(r"(?:explicit\s+)?\w+\s*", head) and \
            re.match(r"\s*->", between)
        deleted = re.search(r"=\s*delete\b", between)
        if not (guide or deleted or re.search(r"\bconsteval\b", head) or CARRIERS.search(head)):
            self.places.append(begin)

    def scope(self) -> None:
        """To behind the brace that closes it."""
        while self.at < len(self.code):
            self.space()
            if self.next() == "}":
                self.at += 1
                return
            if self.next() == ";":
                self.at += 1
            elif macro := self.line_macro():
                self.at = macro.end()
            elif access := re.compile(r"(?:public|protected|private)\s*:").match(self.code, self.at):
                self.at = access.end()
            elif self.at < len(self.code):
                before = self.at
                self.declaration()
                self.at += self.at == before


def places(header: str) -> tuple[list[int], list[int]]:
    """Where a tag is missing: the positions of the declarations, after their template heads. And what
    the reader cannot read."""
    reader = Reader(blanked(header))
    reader.scope()
    missing, unread = reader.places, reader.unread
    for macro in DEFINE.finditer(header):
        body = re.sub(r"\\\n", " \n", macro[1])
        if not re.match(r"\s*(?:template|friend|inline|constexpr|static|struct|namespace|"
                        r"ATTN_INLINE|ATTN_ABI)\b|.*\bhana_accessors_impl\b", body, re.DOTALL):
            continue
        inside = Reader(blanked(body))
        inside.scope()
        missing += [macro.start(1) + place for place in inside.places]
        unread += [macro.start(1) + place for place in inside.unread]
    return sorted(missing), sorted(unread)


def untagged(header: str) -> list[int]:
    return places(header)[0]


def untaggable(header: str) -> list[int]:
    """Where functions of the standard library are called that may become functions of the program."""
    code = blanked(header)
    return [found.start() for found in UNTAGGABLE.finditer(code)
            if not INITIALISED.fullmatch(code, code.rfind("\n", 0, found.start()) + 1, found.start())]


def tagged(header: str) -> str:
    for place in reversed(untagged(header)):
        header = f"{header[:place]}{TAG} {header[place:]}"
    return header


def sees_tag(include: Path, name: str, seen: set[str]) -> bool:
    """Whether a header includes abi.hpp, itself or through others."""
    if name == HEADER:
        return True
    if name in seen or not (include / name).is_file():
        return False
    seen.add(name)
    text = (include / name).read_text(encoding="utf-8")
    return any(sees_tag(include, other, seen) for other in INCLUDE.findall(text))


def with_include(header: str) -> str:
    """The header with the include of abi.hpp, where clang-format would put it."""
    line = f"#include <{HEADER}>\n"
    if first := INCLUDE.search(header):
        return header[:first.start()] + line + header[first.start():]
    if standard := list(re.finditer(r"^#include <[^>]+>\n", header, re.MULTILINE)):
        return header[:standard[-1].end()] + "\n" + line + header[standard[-1].end():]
    return header.replace("#pragma once\n", "#pragma once\n\n" + line, 1)


def headers(root: Path) -> Iterator[tuple[str, str]]:
    include = root / "include"
    for path in sorted(include.rglob("*.hpp")):
        yield path.relative_to(include).as_posix(), path.read_text(encoding="utf-8")


def problems(root: Path) -> Iterator[str]:
    for name, header in headers(root):
        if "/io/" not in name:
            for place in untaggable(header):
                line = header.count("\n", 0, place) + 1
                yield f"include/{name}:{line}: a function that has no {TAG}: {header[place:place + 40]!r}"
        missing, unread = places(header)
        for place in unread:
            line = header.count("\n", 0, place) + 1
            yield f"include/{name}:{line}: abi_tags.py cannot read what follows the class"
        for place in missing:
            line = header.count("\n", 0, place) + 1
            text = header[place:header.find("\n", place)]
            yield f"include/{name}:{line}: without {TAG}: {text}"


def fix(root: Path) -> Iterator[str]:
    include = root / "include"
    for name, header in headers(root):
        if (changed := tagged(header)) != header:
            (include / name).write_text(changed, encoding="utf-8")
            yield f"include/{name}"
    for name, header in headers(root):
        if CARRIERS.search(blanked(header)) and not sees_tag(include, name, set()):
            (include / name).write_text(with_include(header), encoding="utf-8")
            yield f"include/{name}: #include <{HEADER}>"


SELF_TEST = '''\
// A comment: void f();
#pragma once
#define ATTN_GENERATED(f) \\
  template <class T>      \\
  @constexpr T f(T x) {    \\
    return x;             \\
  }
#define ATTN_SENTENCES(f) static_assert(holds(f), "f(x): no")
namespace attn {
namespace detail {
@inline void g(int x = (1)) { auto l = [](int y) { return y; }; l(x); }
template <class T, bool = (sizeof(T) > 1), class U = std::conditional_t<(2 > 1), T, int>>
@constexpr T declared(const T&);
template <class T>
inline constexpr bool variable = [] { return declared(1); }();
template <class T>
inline constexpr bool variable<T*> = f(1);
inline constexpr options defaults{};
@inline constexpr double numbers[2]{1, 2};
template <class T>
@inline constexpr T infinite = T(1);
template <class T>
concept c = requires(T x) { x.size(); };
}  // namespace detail
template <class T>
struct forward;
template <class T>
  requires c<T> && (sizeof(T) > 1)
struct alignas(f(1)) s : base<(1 > 0)>, other {
  static_assert(f(1), "s(x): no");
  using type = decltype(f(1));
  static constexpr int n = f(1);
  static constexpr double log2e = 0x1.7p+0;
  @static constexpr walk<> steps = f(1);
  @static constexpr int table[] = {f(1), 2};
  T data[f(1)];
  T value{};
  @s() = default;
  s(const s&) = delete;
  @constexpr s(int x) requires(n > 0) : a{x}, b<T>{1}, c(2) { f(x); }
  @constexpr explicit(f(1)) s(T x) : a{x} {}
  @constexpr explicit operator T() const requires(n == 0) { return data[0]; }
  [[nodiscard]] @constexpr T& operator()(int i) & { return data[i]; }
  @friend constexpr bool operator==(const s&, const s&) = default;
  @friend constexpr bool operator<(const s&, const s&) { return f(1) < 2; }
  ATTN_INLINE T inlined() { return f(1); }
  template <class U>
    requires requires(U u) { u.x; } || c<U>
  @static constexpr auto h(U x) -> decltype(x.y()) {
    struct local { void ignored() {} };
    return x.y();
  }
  ATTN_MEMBERS(s, (T, data));
 private:
  @void last() const noexcept(f(1)) {}
};
template <class T>
s(T) -> s<T>;
enum class kind : int { one = f(1), two };
template <class T>
consteval T never(T x) { return x; }
template <>
@constexpr int f<int>(int x) { return x; }
ATTN_GENERATED(square)
}  // namespace attn

ATTN_STRICT_FP_BEGIN
namespace attn::first {
@inline void before() {}
}  // namespace attn::first

namespace attn {
template <class T>
@constexpr angle<T> far_angle(T x) {
  return {x};
}
template <class T, class Widths>
struct counting_rule<nn::linear<T, Widths>> {
  using layer = nn::linear<T, Widths>;
  template <class Q, class... Options>
  @static constexpr operation_count of(input_types<Q>, const Options&... options) {
    return possible<Q>() + cost_of<layer, Q>(options...);
  }
  @static constexpr operation_count none() { return {}; }
};
template <int Quarters, class T>
@constexpr T sin_ahead(T x) {
  if (x <= half_pi_parts<T>::near) return x;
  return -x;
}
template <class T, class... Axes>
@constexpr auto counted_in(operation_count& executed,
                          const tensor<counted<T>, Axes...>& x) {
  return x;
}
}  // namespace attn
ATTN_STRICT_FP_END

namespace std {
template <std::floating_point T>
struct numeric_limits<attn::counted<T>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;
};
}  // namespace std

namespace attn {
@inline void behind_other_namespaces() {}
@std::pair<int, s<(1 > 0)>> two(int (*f)(int));
template <class T>
  requires requires { typename T::type; }
[[nodiscard]] @constexpr void third(T) {}
ATTN_ABI inline int fourth() { return 1; }
}  // namespace attn
'''


def self_test() -> Iterator[str]:
    bare = SELF_TEST.replace("@", "")
    expected = SELF_TEST.replace("@", TAG + " ")
    found = tagged(bare)
    for number, (has, wanted) in enumerate(zip(found.splitlines(), expected.splitlines()), start=1):
        if has != wanted:
            yield f"line {number}: expected `{wanted}`, found `{has}`"
    if len(untaggable("f(std::bit_cast<int>(x), std::numeric_limits<T>::max(), "
                      "std::numeric_limits<T>::digits);  // std::bit_cast<")) != 2:
        yield "functions of the standard library are not recognised"
    constant = "  ATTN_ABI static constexpr T epsilon = std::numeric_limits<T>::epsilon();"
    if untaggable(constant) or len(untaggable(constant.replace("static constexpr T", "static constexpr auto"))) != 1:
        yield "initialisers of constants are not recognised"
    if not places("struct s {} object;")[1] or not places("class s {}\nnamespace attn { void f(); }")[1]:
        yield "a declaration is passed over in silence"
    if untagged(expected):
        yield "what has tags gets more of them"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--fix", action="store_true", help="add the missing tags")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        found = list(self_test())
    elif arguments.fix:
        for changed in fix(arguments.root):
            print(changed)
        found = list(problems(arguments.root))
    else:
        found = list(problems(arguments.root))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
