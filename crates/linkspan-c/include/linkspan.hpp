// linkspan for C++17: owns what the functions of linkspan.h hand over, and throws what they report.
//
//   linkspan::Detector detector;                       // or linkspan::Detector{"uts58"}
//   for (const auto &link : detector.find(text, LINKSPAN_FIELD_HREF))
//     std::cout << link.text() << " -> " << *link.field(LINKSPAN_FIELD_HREF) << '\n';
//
// Views returned by a link are valid as long as the Links object they come from and, for text() and part(),
// as long as the text that was searched.

#ifndef LINKSPAN_HPP
#define LINKSPAN_HPP

#include "linkspan.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace linkspan {

/// A call that did not succeed.
class Error : public std::runtime_error {
public:
  Error(linkspan_status code, const linkspan_error &error)
      : std::runtime_error(error.message), code_(code), offset_(error.offset) {}

  /// LINKSPAN_INVALID_TEXT and so on.
  linkspan_status code() const noexcept { return code_; }
  /// Where a text stops being UTF-8, in bytes.
  std::size_t offset() const noexcept { return offset_; }

private:
  linkspan_status code_;
  std::size_t offset_;
};

namespace detail {

template <class Call> void check(Call call) {
  linkspan_error error;
  const linkspan_status status = call(&error);
  if (status != LINKSPAN_OK) throw Error(status, error);
}

inline std::string taken(linkspan_string &string) {
  const std::unique_ptr<linkspan_string, void (*)(linkspan_string *)> owner(&string, linkspan_string_free);
  return string.data ? std::string(string.data, string.len) : std::string();
}

} // namespace detail

/// A text of a link, a reason or an ending; nothing if it does not exist.
inline std::optional<std::string_view> view(const linkspan_text &text) {
  if (!text.data) return std::nullopt;
  return std::string_view(text.data, text.len);
}

/// A link of a Links object. Copying it is cheap.
template <class Char> class BasicLink {
public:
  BasicLink(const linkspan_links &links, std::size_t index, std::basic_string_view<Char> text)
      : links_(links), index_(index), text_(text) {}

  std::size_t start() const noexcept { return link().start; }
  std::size_t end() const noexcept { return link().end; }
  std::uint32_t kind() const noexcept { return link().kind; }
  std::uint32_t host_kind() const noexcept { return link().host_kind; }
  bool linked() const noexcept { return link().linked != 0; }

  std::basic_string_view<Char> text() const { return text_.substr(start(), end() - start()); }

  /// A part such as LINKSPAN_PART_HOST; empty if the link does not have it.
  std::basic_string_view<Char> part(std::size_t part) const {
    if (part >= LINKSPAN_PART_COUNT) return {};
    const linkspan_range range = link().parts[part];
    return text_.substr(range.start, range.end - range.start);
  }

  /// A field such as LINKSPAN_FIELD_HREF; nothing if the link lacks it, or if it was not requested.
  std::optional<std::string_view> field(std::uint64_t field) const {
    return view(linkspan_link_text(&links_, index_, field));
  }

  /// A field that is a number, such as LINKSPAN_FIELD_PORT.
  std::optional<std::uint32_t> number(std::uint64_t field) const {
    const std::int64_t number = linkspan_link_number(&links_, index_, field);
    if (number < 0) return std::nullopt;
    return static_cast<std::uint32_t>(number);
  }

  /// With LINKSPAN_FIELD_REASONS: why a link was narrowed or a candidate rejected, and warnings.
  std::vector<linkspan_reason> reasons() const {
    std::vector<linkspan_reason> reasons;
    for (;;) {
      const linkspan_reason reason = linkspan_link_reason(&links_, index_, reasons.size());
      if (!reason.id.data) return reasons;
      reasons.push_back(reason);
    }
  }

  /// With LINKSPAN_FIELD_ENDING: why the link ends where it does.
  std::optional<linkspan_ending> ending() const {
    const linkspan_ending ending = linkspan_link_ending(&links_, index_);
    if (!ending.rule.data) return std::nullopt;
    return ending;
  }

private:
  const linkspan_link &link() const noexcept { return links_.data[index_]; }

  linkspan_links links_; // Not owned: the Links object frees them.
  std::size_t index_;
  std::basic_string_view<Char> text_;
};

/// The links of a text, in order.
template <class Char> class BasicLinks {
public:
  BasicLinks(linkspan_links links, std::basic_string_view<Char> text) : links_(links), text_(text) {}
  BasicLinks(BasicLinks &&other) noexcept
      : links_(std::exchange(other.links_, linkspan_links{})), text_(other.text_) {}
  BasicLinks &operator=(BasicLinks &&other) noexcept {
    BasicLinks moved(std::move(other));
    std::swap(links_, moved.links_);
    std::swap(text_, moved.text_);
    return *this;
  }
  ~BasicLinks() { linkspan_links_free(&links_); }

  std::size_t size() const noexcept { return links_.len; }
  bool empty() const noexcept { return size() == 0; }
  BasicLink<Char> operator[](std::size_t index) const {
    return {links_, index, text_};
  }

  class iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = BasicLink<Char>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    iterator() = default;
    iterator(const BasicLinks *links, std::size_t index) : links_(links), index_(index) {}
    value_type operator*() const { return (*links_)[index_]; }
    iterator &operator++() { return ++index_, *this; }
    iterator operator++(int) { return {links_, index_++}; }
    bool operator==(const iterator &other) const { return index_ == other.index_; }
    bool operator!=(const iterator &other) const { return index_ != other.index_; }

  private:
    const BasicLinks *links_ = nullptr;
    std::size_t index_ = 0;
  };
  iterator begin() const { return {this, 0}; }
  iterator end() const { return {this, size()}; }

private:
  linkspan_links links_;
  std::basic_string_view<Char> text_;
};

using Link = BasicLink<char>;
using Links = BasicLinks<char>;

/// Finds links. Threads may share it.
class Detector {
public:
  explicit Detector(std::string_view profile = "recommended") {
    detail::check([&](linkspan_error *error) {
      return linkspan_detector_new(profile.data(), profile.size(), &detector_, error);
    });
  }

  /// A detector with options: {"profile": "uts58", "ip-hosts": "linked"}.
  static Detector from_json(std::string_view json) {
    Detector made(nullptr);
    detail::check([&](linkspan_error *error) {
      return linkspan_detector_from_json(json.data(), json.size(), &made.detector_, error);
    });
    return made;
  }

  Detector(Detector &&other) noexcept : detector_(std::exchange(other.detector_, nullptr)) {}
  Detector &operator=(Detector &&other) noexcept {
    Detector moved(std::move(other));
    return std::swap(detector_, moved.detector_), *this;
  }
  ~Detector() { linkspan_detector_free(detector_); }

  /// The links of a text in UTF-8, which must outlive them.
  Links find(std::string_view text, std::uint64_t fields = 0) const {
    linkspan_links links{};
    detail::check([&](linkspan_error *error) {
      return linkspan_find(detector_, text.data(), text.size(), fields, &links, error);
    });
    return {links, text};
  }

  /// Not for a temporary: its text would be gone before its links.
  template <class Text, class = std::enable_if_t<std::is_same_v<Text, std::string> || std::is_same_v<Text, std::u16string>>>
  void find(Text &&text, std::uint64_t fields = 0) const = delete;

  /// The links of a text in UTF-16, which must outlive them.
  BasicLinks<char16_t> find(std::u16string_view text, std::uint64_t fields = 0) const {
    static_assert(sizeof(char16_t) == sizeof(std::uint16_t), "a code unit has 16 bits");
    linkspan_links links{};
    detail::check([&](linkspan_error *error) {
      const auto units = reinterpret_cast<const std::uint16_t *>(text.data());
      return linkspan_find_utf16(detector_, units, text.size(), fields, &links, error);
    });
    return {links, text};
  }

  /// A text as HTML; options are a JSON object, or empty.
  std::string linkify(std::string_view text, std::string_view options = {}) const {
    linkspan_string out{};
    detail::check([&](linkspan_error *error) {
      return linkspan_linkify(detector_, text.data(), text.size(), options.data(), options.size(), &out, error);
    });
    return detail::taken(out);
  }

  const linkspan_detector *get() const noexcept { return detector_; }

private:
  explicit Detector(std::nullptr_t) noexcept {}
  linkspan_detector *detector_ = nullptr;
};

/// A URL in another form, such as LINKSPAN_FORM_MINIMAL.
inline std::string format(std::string_view url, std::uint32_t form = LINKSPAN_FORM_MINIMAL) {
  linkspan_string out{};
  detail::check([&](linkspan_error *error) {
    return linkspan_format(url.data(), url.size(), form, &out, error);
  });
  return detail::taken(out);
}

/// A text without live links.
inline std::string defang(std::string_view text) {
  linkspan_string out{};
  detail::check([&](linkspan_error *error) { return linkspan_defang(text.data(), text.size(), &out, error); });
  return detail::taken(out);
}

/// The links of a defanged text, restored.
inline std::string refang(std::string_view text) {
  linkspan_string out{};
  detail::check([&](linkspan_error *error) { return linkspan_refang(text.data(), text.size(), &out, error); });
  return detail::taken(out);
}

/// The registrable domain of a host, if it has one.
inline std::optional<std::string> domain(std::string_view host) {
  linkspan_string out{};
  detail::check([&](linkspan_error *error) {
    return linkspan_domain(host.data(), host.size(), &out, error);
  });
  if (!out.data) return std::nullopt;
  return detail::taken(out);
}

} // namespace linkspan

#endif // LINKSPAN_HPP
