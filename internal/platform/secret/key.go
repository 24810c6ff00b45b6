package secret

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// keyFile lies in the data folder and holds the key as one line of base64,
// the form that the setting takes too: moving the key there is a copy.
const keyFile = "secret.key"

const howToMake = "make one with: openssl rand -base64 32"

// ErrNoKey says that no key is configured and the data folder has none.
var ErrNoKey = errors.New("there is no key")

// LoadKey returns the key that encrypts stored credentials, as FindKey does, and
// makes one in the data folder if there is none.
func LoadKey(dataDir *os.Root, configured string) ([]byte, error) {
	key, err := FindKey(dataDir, configured)
	if !errors.Is(err, ErrNoKey) {
		return key, err
	}
	if err := makeKeyFile(dataDir); err != nil {
		return nil, err
	}
	// What counts is what lies in the folder now: another starter may have
	// been first.
	return readKeyFile(dataDir)
}

// FindKey returns the key that encrypts stored credentials: the configured one
// (ALLOT_SECRET_KEY), else the one in the data folder, else ErrNoKey. It refuses a
// key file that other users of the machine can read.
func FindKey(dataDir *os.Root, configured string) ([]byte, error) {
	if strings.TrimSpace(configured) != "" {
		key, err := ParseKey(configured)
		if err != nil {
			return nil, fmt.Errorf("ALLOT_SECRET_KEY: %w; %s", err, howToMake)
		}
		return key, nil
	}
	key, err := readKeyFile(dataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoKey
	}
	return key, err
}

// ParseKey reads a key of KeySize bytes written as hex or as base64, in the
// standard or the URL alphabet, padded or not. Its errors do not show the key.
func ParseKey(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	if len(text) == hex.EncodedLen(KeySize) {
		if key, err := hex.DecodeString(text); err == nil {
			return key, nil
		}
	}
	plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	key, err := base64.RawStdEncoding.DecodeString(plain)
	if err != nil {
		return nil, fmt.Errorf("the key is neither base64 nor hex, want %d bytes in one of the two", KeySize)
	}
	if len(key) != KeySize {
		return nil, fmt.Errorf("the key has %d bytes, want %d", len(key), KeySize)
	}
	return key, nil
}

func readKeyFile(dir *os.Root) ([]byte, error) {
	f, err := dir.Open(keyFile)
	if err != nil {
		return nil, fmt.Errorf("open key file: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at key file: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", f.Name())
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return nil, fmt.Errorf("%s has mode %04o, so others can read the key: change it with chmod 600", f.Name(), mode)
	}
	text, err := io.ReadAll(io.LimitReader(f, 1024))
	if err != nil {
		return nil, fmt.Errorf("read key file: %w", err)
	}
	key, err := ParseKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w; put the right file back, because a new key cannot open what the old one sealed",
			f.Name(), err)
	}
	return key, nil
}

// makeKeyFile writes the whole key under a name of its own and then links it
// to its place. The link fails if the place is taken, so that of two starters
// one wins and none sees half a key.
func makeKeyFile(dir *os.Root) error {
	temp := keyFile + "." + rand.Text()
	if err := writeKey(dir, temp); err != nil {
		return errors.Join(fmt.Errorf("make key file: %w", err), removeIfThere(dir, temp))
	}
	err := dir.Link(temp, keyFile)
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err := errors.Join(err, removeIfThere(dir, temp)); err != nil {
		return fmt.Errorf("put key file in place: %w", err)
	}
	if err := syncFolder(dir); err != nil {
		return fmt.Errorf("make key file lasting: %w", err)
	}
	return nil
}

func writeKey(dir *os.Root, name string) error {
	key := make([]byte, KeySize)
	_, _ = rand.Read(key) // never fails: the runtime stops the program instead
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}

func removeIfThere(dir *os.Root, name string) error {
	if err := dir.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func syncFolder(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
