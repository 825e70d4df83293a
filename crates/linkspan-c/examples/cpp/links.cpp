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
  for (const auto link : detector.find(text, LINKSPAN_FIELD_HREF)) hrefs.emplace_back(link.href());
  CHECK((hrefs == std::vector<std::string>{"https://xn--bcher-kva.de/neu", "mailto:j%C3%B6rg@xn--bcher-kva.de"}));

  const auto links = detector.find(text, LINKSPAN_FIELD_REASONS | LINKSPAN_WITH_REJECTED);
  CHECK(links.size() == 3 && links[0].text() == "bücher.de/neu" && links[0].part(LINKSPAN_PART_PATH) == "/neu");
  CHECK(links[2].rejected() && links[2].reason_count() == 1 && links[2].reason_id(0) == "file-name");

  const std::u16string wide = u"😀 a.com/é";
  const auto in_utf16 = detector.find(wide, LINKSPAN_FIELD_HREF);
  CHECK(in_utf16.size() == 1 && in_utf16[0].text() == u"a.com/é" && in_utf16[0].href() == "https://a.com/%C3%A9");

  CHECK(detector.linkify("a.com", R"({"rel": ""})") == R"(<a href="https://a.com/"><bdi>a.com</bdi></a>)");
  CHECK(linkspan::format("https://xn--bcher-kva.de/b%C3%BCcher") == "https://bücher.de/bücher");
  CHECK(linkspan::refang(linkspan::defang("https://evil.example")) == "https://evil.example");
  CHECK(linkspan::registrable_domain("www.example.co.uk") == "example.co.uk");
  CHECK(!linkspan::registrable_domain("co.uk"));

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
