package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
)

// fileSuffix makes the variable of a secret that of a file with it: so a secret need
// not be in the environment, which child processes and crash reports have too.
const fileSuffix = "_FILE"

// maxSecret bounds such a file: the longest secret is a URL.
const maxSecret = 64 << 10

// containerSecrets is where container engines mount secrets, readable for every user
// of a container that has one user only.
const containerSecrets = "/run/secrets/"

// ReadSecrets takes secrets from the files that ALLOT_..._FILE variables name. Call it
// before Check.
func (s *Settings) ReadSecrets(environ []string) []Problem {
	var l problems
	values := reflect.ValueOf(s).Elem()
	for f := range values.Type().Fields() {
		if _, secret := f.Tag.Lookup("secret"); !secret {
			continue
		}
		name := f.Tag.Get("env")
		path := lookup(environ, name+fileSuffix)
		if path == "" {
			continue
		}
		field := values.FieldByIndex(f.Index)
		if field.String() != "" {
			l.check(false, name+fileSuffix, "is set, and so is %s: set one of them", name)
			continue
		}
		text, err := readSecret(path)
		if err != nil {
			l.check(false, name+fileSuffix, "%v", err)
			continue
		}
		l.warn(!othersRead(path), name+fileSuffix, "every user of this machine can read %s: chmod 600 it", path)
		field.SetString(text)
	}
	return l
}

func lookup(environ []string, name string) string {
	for _, pair := range environ {
		if n, value, _ := strings.Cut(pair, "="); n == name {
			return value
		}
	}
	return ""
}

// readSecret returns the only line of a file. Its errors do not contain it.
func readSecret(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", explainFile(path, err)
	}
	defer func() { _ = f.Close() }()
	content, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	if err != nil {
		return "", explainFile(path, err)
	}
	text := strings.TrimRight(string(content), "\r\n")
	switch {
	case len(content) > maxSecret:
		return "", fmt.Errorf("%s has more than %d bytes: it is no secret", path, maxSecret)
	case text == "":
		return "", fmt.Errorf("%s is empty: write the secret into it", path)
	case strings.ContainsAny(text, "\r\n\x00"):
		return "", fmt.Errorf("%s has more than one line: write the secret alone into it", path)
	}
	return text, nil
}

func explainFile(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file %s", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("user %d may not read %s", os.Geteuid(), path)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s is a folder: give the path of a file", path)
	}
	return fmt.Errorf("read %s: %w", path, err)
}

// othersRead reports whether every user of the machine can read a file.
func othersRead(path string) bool {
	info, err := os.Stat(path)
	private := err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o004 == 0
	return !private && runtime.GOOS != "windows" && !strings.HasPrefix(filepath.Clean(path), containerSecrets)
}
