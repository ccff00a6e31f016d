// SPDX-License-Identifier: BSL-1.0
// The elements of an SVG picture as text (io/svg.hpp): coordinates are pixels, without fractions.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <attn/detail/abi.hpp>
#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The bytes of the UTF-8 character at the beginning of a text, or 0 if it is none that XML allows.
ATTN_ABI inline std::size_t xml_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  unsigned code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool shortest = code >= (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u);
  const bool surrogate = code >= 0xd800 && code < 0xe000, none = (code & 0xfffe) == 0xfffe;
  return shortest && !surrogate && !none && code <= 0x10ffff ? length : 0;
}

// A text in XML. A byte that belongs to no character, as in a token that is a part of one, becomes
// U+FFFD.
ATTN_ABI inline std::string xml_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = xml_character(text);
    if (length == 0)
      safe += "\xef\xbf\xbd";
    else if (text[0] == '<')
      safe += "&lt;";
    else if (text[0] == '>')
      safe += "&gt;";
    else if (text[0] == '&')
      safe += "&amp;";
    else
      safe += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

ATTN_ABI inline std::size_t characters_of(std::string_view text) {
  std::size_t n = 0;
  for (; !text.empty(); ++n) {
    const std::size_t length = xml_character(text);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return n;
}

// Viridis, as in docs/play/heat_map.js: brightness grows with the value, also for the colour-blind
// and in print.
using rgb = std::array<int, 3>;
ATTN_ABI inline std::string colour_at(double place) {
  static constexpr rgb viridis[] = {{68, 1, 84},    {71, 44, 122},  {59, 81, 139},
                                    {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
                                    {92, 200, 99},  {170, 220, 50}, {253, 231, 37}};
  const double at = place * 8;
  const std::size_t i = at < 7 ? static_cast<std::size_t>(at) : 7;
  std::string text = "#";
  for (std::size_t c = 0; c < 3; ++c) {
    const int from = viridis[i][c], to = viridis[i + 1][c];
    const int value = static_cast<int>(from + (to - from) * (at - static_cast<double>(i)) + 0.5);
    for (const int digit : {value / 16, value % 16}) text += "0123456789abcdef"[digit];
  }
  return text;
}

// Black or white on a colour: whichever has more contrast, at least 4.5 to 1.
enum class svg_ink { front, soft, on_hatching, black, white };
ATTN_ABI inline svg_ink ink_at(double place) {
  return place > 0.435 ? svg_ink::black : svg_ink::white;
}

// Presentation attributes, which every program understands, and a style for readers who have chosen
// a dark scheme.
class svg_writer {
 public:
  ATTN_ABI svg_writer(std::size_t width, std::size_t height) {
    const std::string w = std::to_string(width), h = std::to_string(height);
    picture_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + w +
               "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h +
               "\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
               "font-size=\"14\">\n";
  }

  ATTN_ABI void describe(std::string_view title, std::string_view description) {
    picture_ += "<title>" + xml_text(title) + "</title>\n<desc>" + xml_text(description) +
                "</desc>\n"
                "<style>@media (prefers-color-scheme: dark) { .attn-back { fill: #15161b } "
                ".attn-front { fill: #e9e9f0 } .attn-soft { fill: #a9a9ba } "
                ".attn-mask { fill: #2a2b35 } .attn-hatch { stroke: #5d5f70 } "
                ".attn-halo { stroke: #2a2b35 } }</style>\n"
                "<rect class=\"attn-back\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  }

  ATTN_ABI void text(std::size_t x, std::size_t y, const char* anchor, std::string_view text,
                     svg_ink ink) {
    picture_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
                "\" text-anchor=\"" + anchor + "\" " + attributes(ink) + ">" + xml_text(text) +
                "</text>\n";
  }

  ATTN_ABI void cell(std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                     double place) {
    picture_ += "<rect " + box(x, y, width, height) + " fill=\"" + colour_at(place) + "\"/>\n";
  }

  // Three strokes from the lower edge to the upper one; the text over them is in the middle.
  ATTN_ABI void hatched(std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
    picture_ += "<rect class=\"attn-mask\" " + box(x, y, width, height) +
                " fill=\"#e4e4ec\"/>\n<path class=\"attn-hatch\" stroke=\"#a9a9b8\" d=\"";
    // (Not "M" + …: GCC 12 warns of what it inlines there, PR 105329.)
    const std::string rise = std::to_string(height), bottom = std::to_string(y + height);
    for (std::size_t at = 0; at + height <= width; at += 12)
      picture_.append("M")
          .append(std::to_string(x + at))
          .append(" ")
          .append(bottom)
          .append("l")
          .append(rise)
          .append(" -")
          .append(rise);
    picture_ += "\"/>\n";
  }

  ATTN_ABI std::string finish() { return picture_ + "</svg>\n"; }

 private:
  ATTN_ABI static const char* attributes(svg_ink ink) {
    switch (ink) {
      case svg_ink::front:
        return "class=\"attn-front\" fill=\"#1b1b1f\"";
      case svg_ink::soft:
        return "class=\"attn-soft\" fill=\"#5a5a66\"";
      case svg_ink::on_hatching:
        return "class=\"attn-front attn-halo\" fill=\"#1b1b1f\" stroke=\"#e4e4ec\" "
               "stroke-width=\"4\" paint-order=\"stroke\"";
      case svg_ink::black:
        return "fill=\"#000\"";
      default:
        return "fill=\"#fff\"";
    }
  }
  ATTN_ABI static std::string box(std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height) {
    return "x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
           std::to_string(width) + "\" height=\"" + std::to_string(height) + "\"";
  }

  std::string picture_;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
