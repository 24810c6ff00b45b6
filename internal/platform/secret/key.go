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

	"allot/internal/platform/files"
)

// keyFile is the file in the data folder with the key as one line of base64, a
// form that the setting takes too.
const keyFile = "secret.key"

const howToMake = "make one with: openssl rand -base64 32"

// ErrNoKey means that no key is configured and the data folder has none.
var ErrNoKey = errors.New("there is no key")

// LoadKey returns the key of FindKey, and creates one in the data folder if there
// is none.
func LoadKey(dataDir *os.Root, configured string) ([]byte, error) {
	key, err := FindKey(dataDir, configured)
	if !errors.Is(err, ErrNoKey) {
		return key, err
	}
	if err := makeKeyFile(dataDir); err != nil {
		return nil, err
	}
	// Another process may have created its key first, so read the file.
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

// ParseKey reads a key of KeySize bytes in hex or base64, in the standard or the
// URL alphabet, padded or not. Its errors do not contain the key.
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

// makeKeyFile writes the key to a temporary file and links it to its name. The
// link fails if the name exists, so that of two processes one wins and none reads
// half a key.
func makeKeyFile(dir *os.Root) error {
	temp := keyFile + "." + rand.Text()
	key := make([]byte, KeySize)
	_, _ = rand.Read(key) // never fails: the runtime stops the program instead
	if err := files.Create(dir, temp, func(w io.Writer) error {
		_, err := io.WriteString(w, base64.StdEncoding.EncodeToString(key)+"\n")
		return err
	}); err != nil {
		return errors.Join(fmt.Errorf("make key file: %w", err), files.Remove(dir, temp))
	}
	err := dir.Link(temp, keyFile)
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err := errors.Join(err, files.Remove(dir, temp)); err != nil {
		return fmt.Errorf("put key file in place: %w", err)
	}
	if err := files.SyncFolder(dir, "."); err != nil {
		return fmt.Errorf("make key file lasting: %w", err)
	}
	return nil
}
