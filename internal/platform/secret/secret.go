// Package secret protects values that must not be readable in a stolen database.
//
// It has the encryption of stored credentials (Box), their key (LoadKey) and the
// random tokens that are stored only as a hash. A sealed value opens only for the
// record it was sealed for, so that it cannot be copied into another row.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// KeySize is the length of the key of a Box: AES-256.
const KeySize = 32

// version is the prefix of every sealed value, so that a later cipher can be told
// apart.
const version = "v1."

// ErrUnreadable means that a sealed value did not open. The cipher does not tell
// why.
var ErrUnreadable = errors.New("sealed value does not open: other key, other record, or damaged")

// Box seals and opens small values with one key. It is safe for concurrent use.
type Box struct {
	aead cipher.AEAD
}

// New returns a Box for a key of exactly KeySize bytes.
func New(key []byte) (*Box, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("secret key has %d bytes, want %d", len(key), KeySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("make cipher mode: %w", err)
	}
	return &Box{aead: aead}, nil
}

// Seal encrypts plaintext for the record that context names, such as
// "integration_connections/12/credentials". Two calls never return equal texts.
func (b *Box) Seal(plaintext []byte, context string) string {
	sealed := b.aead.Seal(nil, nil, plaintext, []byte(context))
	return version + base64.RawURLEncoding.EncodeToString(sealed)
}

// Open decrypts what Seal returned for the same key and context, and refuses
// everything else with ErrUnreadable.
func (b *Box) Open(sealed, context string) ([]byte, error) {
	text, ok := strings.CutPrefix(sealed, version)
	if !ok {
		return nil, ErrUnreadable
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, ErrUnreadable
	}
	plaintext, err := b.aead.Open(nil, nil, raw, []byte(context))
	if err != nil {
		return nil, ErrUnreadable
	}
	return plaintext, nil
}

// Token returns 256 random bits as text that fits a URL, a header and a cookie.
func Token() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: the runtime stops the program instead
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Hash returns the form in which a Token is stored. A fast hash is enough for a
// random token, but not for passwords.
func Hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
