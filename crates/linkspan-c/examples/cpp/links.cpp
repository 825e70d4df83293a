// What linkspan.hpp offers, with its results checked: c++ -std=c++17 links.cpp $(pkg-config --cflags --libs linkspan)
#include <linkspan.hpp>

#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      std::cerr << __FILE__ << ':' << __LINE__ << ": failed: " << #condition << '\n';                        \
      std::abort();                                                                                          \
    }                                                                                                        \
  } while (0)

int main() {
  const linkspan::Detector detector;
  const std::string text = "Siehe bücher.de/neu, oder frag jörg@bücher.de (README.md).";

  std::vector<std::string> hrefs;
  for (const auto link : detector.find(text, LINKSPAN_FIELD_HREF)) hrefs.emplace_back(*link.field(LINKSPAN_FIELD_HREF));
  CHECK((hrefs == std::vector<std::string>{"https://xn--bcher-kva.de/neu", "mailto:j%C3%B6rg@xn--bcher-kva.de"}));

  const auto links = detector.find(text, LINKSPAN_FIELD_REASONS | LINKSPAN_WITH_REJECTED);
  CHECK(links.size() == 3 && links[0].text() == "bücher.de/neu" && links[0].part(LINKSPAN_PART_PATH) == "/neu");
  CHECK(links[0].linked() && links[0].reasons().empty() && !links[0].field(LINKSPAN_FIELD_HREF));
  CHECK(!links[2].linked() && links[2].reasons().size() == 1 && linkspan::view(links[2].reasons()[0].id) == "file-name");

  // A link keeps its fields when the list is moved. A field is absent, or present and empty.
  auto all = detector.find("https://a.com:80/?#x", LINKSPAN_FIELDS_ALL | LINKSPAN_FIELD_ENDING);
  const auto first = all[0];
  const auto moved_links = std::move(all);
  CHECK(first.field(LINKSPAN_FIELD_QUERY) == "" && !first.field(LINKSPAN_FIELD_DIRECTIVES));
  CHECK(first.number(LINKSPAN_FIELD_PORT) == 80u && !first.number(LINKSPAN_FIELD_HOST));
  CHECK(linkspan::view(first.ending()->rule) == "text-end" && !linkspan::view(first.ending()->character));
  CHECK(!links[0].ending());

  const std::u16string wide = u"😀 a.com/é";
  const auto in_utf16 = detector.find(wide, LINKSPAN_FIELD_HREF);
  CHECK(in_utf16.size() == 1 && in_utf16[0].text() == u"a.com/é" && in_utf16[0].field(LINKSPAN_FIELD_HREF) == "https://a.com/%C3%A9");

  CHECK(detector.linkify("a.com", R"({"rel": ""})") == R"(<a href="https://a.com/"><bdi>a.com</bdi></a>)");
  CHECK(linkspan::format("https://xn--bcher-kva.de/b%C3%BCcher") == "https://bücher.de/bücher");
  CHECK(linkspan::refang(linkspan::defang("https://evil.example")) == "https://evil.example");
  CHECK(linkspan::domain("www.example.co.uk") == "example.co.uk");
  CHECK(!linkspan::domain("co.uk"));

  // A moved detector works; an error is an exception.
  auto uts58 = linkspan::Detector::from_json(R"({"profile": "uts58"})");
  const linkspan::Detector moved = std::move(uts58);
  CHECK(moved.find("README.md").size() == 1);
  try {
    detector.find("\xFF");
    CHECK(false);
  } catch (const linkspan::Error &error) {
    CHECK(error.code() == LINKSPAN_INVALID_TEXT && error.offset() == 0);
  }
  try {
    linkspan::Detector::from_json("{");
    CHECK(false);
  } catch (const linkspan::Error &error) {
    CHECK(error.code() == LINKSPAN_INVALID_OPTION);
  }

  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; round++) CHECK(detector.find(text).size() == 2);
    });
  }
  for (auto &thread : threads) thread.join();
  std::cout << "ok\n";
}
