// isthmus/fabric/test_certificates.hpp: an authority that signs certificates, for tests.
#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/filter/tls.hpp"

namespace isthmus::engine::fabric {

/// What is odd about an end's files.
struct OddCertificates {
  int valid_from_days = -1;  ///< For two days.
  const char* passphrase = nullptr;
  const char* purpose = nullptr;  ///< Of the extended key usage.
  bool is_rsa = false;
};

/// Writes PEM files to a directory of its own, which goes with it.
class TestAuthority {
 public:
  TestAuthority() {
    std::string made = std::filesystem::temp_directory_path() / "isthmus_test_XXXXXX";
    ISTHMUS_ASSERT(mkdtemp(made.data()) != nullptr);
    folder_ = made;
    key_.reset(EVP_EC_gen("P-256"));
    certificate_ = signed_for("authority", key_.get());
    write("authority.pem", [&](std::FILE* to) { PEM_write_X509(to, certificate_.get()); });
  }
  ~TestAuthority() { std::filesystem::remove_all(folder_); }
  TestAuthority(const TestAuthority&) = delete;
  TestAuthority& operator=(const TestAuthority&) = delete;

  std::string path(const std::string& file) const { return folder_ / file; }

  /// One end's files. With a passphrase nobody can use the key.
  TlsCertificates certificates(const std::string& name, const OddCertificates& odd = {}) const {
    const Key key(odd.is_rsa ? EVP_RSA_gen(2048) : EVP_EC_gen("P-256"));
    const Certificate certificate = signed_for(name, key.get(), odd);
    const char* const passphrase = odd.passphrase;
    write(name + ".pem", [&](std::FILE* to) { PEM_write_X509(to, certificate.get()); });
    write(name + ".key", [&](std::FILE* to) {
      PEM_write_PrivateKey(to, key.get(), passphrase == nullptr ? nullptr : EVP_aes_256_cbc(),
                           nullptr, 0, nullptr, const_cast<char*>(passphrase));
    });
    return {path(name + ".pem"), path(name + ".key"), path("authority.pem")};
  }

 private:
  struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(BASIC_CONSTRAINTS* constraints) const { BASIC_CONSTRAINTS_free(constraints); }
  };
  using Key = std::unique_ptr<EVP_PKEY, Free>;
  using Certificate = std::unique_ptr<X509, Free>;

  Certificate signed_for(const std::string& name, EVP_PKEY* key,
                         const OddCertificates& odd = {}) const {
    Certificate made(X509_new());
    X509* const x509 = made.get();
    constexpr long day_s = 24 * 60 * 60;
    ASN1_INTEGER_set(X509_get_serialNumber(x509), 1 + static_cast<long>(name.size()));
    X509_set_version(x509, X509_VERSION_3);
    X509_gmtime_adj(X509_getm_notBefore(x509), odd.valid_from_days * day_s);
    X509_gmtime_adj(X509_getm_notAfter(x509), (odd.valid_from_days + 2) * day_s);
    X509_set_pubkey(x509, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x509), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    const bool is_authority = certificate_ == nullptr;
    X509_set_issuer_name(x509, X509_get_subject_name(is_authority ? x509 : certificate_.get()));
    if (is_authority) {
      const std::unique_ptr<BASIC_CONSTRAINTS, Free> constraints(BASIC_CONSTRAINTS_new());
      constraints->ca = 1;
      X509_add1_ext_i2d(x509, NID_basic_constraints, constraints.get(), 1, X509V3_ADD_DEFAULT);
    }
    if (odd.purpose != nullptr) {
      X509_EXTENSION* const usage =
          X509V3_EXT_conf_nid(nullptr, nullptr, NID_ext_key_usage, odd.purpose);
      X509_add_ext(x509, usage, -1);
      X509_EXTENSION_free(usage);
    }
    ISTHMUS_ASSERT(X509_sign(x509, key_.get(), EVP_sha256()) > 0);
    return made;
  }

  template <class Put>
  void write(const std::string& file, Put&& put) const {
    std::FILE* to = std::fopen(path(file).c_str(), "w");
    ISTHMUS_ASSERT(to != nullptr);
    put(to);
    std::fclose(to);
  }

  std::filesystem::path folder_;
  Key key_;
  Certificate certificate_;
};

}  // namespace isthmus::engine::fabric
