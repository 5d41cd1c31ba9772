#include "isthmus/live/live_page.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "isthmus/live/page_file.hpp"

namespace isthmus::engine::live {
namespace {

class NoLog final : public Log {
 public:
  void write(LogLevel, std::string_view) override {}
};

/// The whole answer to a request of HTTP, by TLS where it is https.
std::string answer_of(const std::string& address, const std::string& request) {
  const bool is_secret = address.starts_with("https://");
  const std::string at = address.substr(is_secret ? 8 : 7);
  const HostPort to = {"127.0.0.1", parse_host_port(at.substr(0, at.find('/')))->port};
  const SocketAddress where = resolve(to)->front();
  const Socket socket(::socket(AF_INET, SOCK_STREAM, 0));
  EXPECT_EQ(
      connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&where.storage), where.bytes),
      0);
  std::string answer;
  std::array<char, 4096> bytes;
  if (!is_secret) {
    send(socket.descriptor(), request.data(), request.size(), MSG_NOSIGNAL);
    for (ssize_t n = 0; (n = recv(socket.descriptor(), bytes.data(), bytes.size(), 0)) > 0;) {
      answer.append(bytes.data(), static_cast<std::size_t>(n));
    }
    return answer;
  }
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL* const ssl = SSL_new(context);
  SSL_set_fd(ssl, socket.descriptor());
  if (SSL_connect(ssl) == 1) {
    SSL_write(ssl, request.data(), static_cast<int>(request.size()));
    for (int n = 0; (n = SSL_read(ssl, bytes.data(), static_cast<int>(bytes.size()))) > 0;) {
      answer.append(bytes.data(), static_cast<std::size_t>(n));
    }
  }
  SSL_free(ssl);
  SSL_CTX_free(context);
  return answer;
}

/// Writes a certificate that its own key has signed.
Certificates certificates_at(const std::string& path) {
  const Certificates files{path + ".pem", path + ".key"};
  EVP_PKEY* const key = EVP_EC_gen("P-256");
  X509* const certificate = X509_new();
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_sign(certificate, key, EVP_sha256());
  std::FILE* file = std::fopen(files.certificate.c_str(), "w");
  PEM_write_X509(file, certificate);
  std::fclose(file);
  file = std::fopen(files.private_key.c_str(), "w");
  PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return files;
}

std::string query_of(const LivePage& page) {
  const std::string whole = page.address_with_token();
  return {std::ranges::find(whole, '?'), whole.end()};
}

TEST(LivePages, AreForThisMachineAloneUnlessToldOtherwise) {
  NoLog log;
  const SteadyClock clock;
  const auto page = LivePage::open({}, clock, log).value();
  EXPECT_TRUE(page->address().starts_with("http://127.0.0.1:")) << page->address();
  EXPECT_TRUE(answer_of(page->address(), "GET /" + query_of(*page) + " HTTP/1.1\r\n\r\n")
                  .starts_with("HTTP/1.1 200 "));
  // It serves before the job's door is open, and says so.
  EXPECT_TRUE(answer_of(page->address(), "GET /status" + query_of(*page) + " HTTP/1.1\r\n\r\n")
                  .starts_with("HTTP/1.1 503 "));
}

TEST(LivePages, ForOtherMachinesNeedCertificatesAndUseThem) {
  NoLog log;
  const SteadyClock clock;
  PageSettings settings{.at = {"0.0.0.0", 0}};
  const auto refused = LivePage::open(settings, clock, log);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::bad_input);
  EXPECT_EQ(refused.error().text(),
            "--live 0.0.0.0:0: others can reach this address, and the job has no certificates "
            "(expected 127.0.0.1, or certificates of crypt between sites in the grid file)");
  const Certificates files = certificates_at(::testing::TempDir() + "isthmus_live_test");
  settings.certificates = files;
  const auto page = LivePage::open(settings, clock, log).value();
  ASSERT_TRUE(page->address().starts_with("https://")) << page->address();
  EXPECT_TRUE(answer_of(page->address(), "GET /" + query_of(*page) + " HTTP/1.1\r\n\r\n")
                  .starts_with("HTTP/1.1 200 "));
  const std::string plain = "http" + page->address().substr(5);
  EXPECT_EQ(answer_of(plain, "GET / HTTP/1.1\r\n\r\n").find("HTTP/1.1 2"), std::string::npos);
  settings.certificates.private_key = files.certificate;
  EXPECT_EQ(LivePage::open(settings, clock, log).error().code, ErrorCode::bad_input);
  std::filesystem::remove(files.certificate);
  std::filesystem::remove(files.private_key);
}

TEST(LivePages, RefuseAnAddressThatIsTakenInOneLine) {
  NoLog log;
  const SteadyClock clock;
  const Socket taken = listen_on({"127.0.0.1", 0}).value();
  const HostPort at = local_address(taken).value();
  const auto refused = LivePage::open({.at = at}, clock, log);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::bad_input);
  EXPECT_NE(refused.error().text().find("--live " + at.text()), std::string::npos);
}

TEST(LivePages, HaveAddressesAsPeopleWriteThem) {
  EXPECT_EQ(parse_page_address("").value(), (HostPort{"127.0.0.1", 0}));
  EXPECT_EQ(parse_page_address("8080").value(), (HostPort{"127.0.0.1", 8080}));
  EXPECT_EQ(parse_page_address("[::1]:80").value(), (HostPort{"::1", 80}));
  for (const char* const wrong : {"here", "65536", "127.0.0.1", ":", "a:b"}) {
    EXPECT_FALSE(parse_page_address(wrong)) << wrong;
  }
}

TEST(LivePages, AreTheFirstFileThatThereIsOrSayHowToMakeOne) {
  const std::string path = ::testing::TempDir() + "isthmus_page_test.html";
  std::ofstream(path) << "<html>mine</html>";
  EXPECT_EQ(page_of({"", "/no/such/file", path}), "<html>mine</html>");
  EXPECT_NE(page_of({"", "/no/such/file"}).find("make page"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace isthmus::engine::live
