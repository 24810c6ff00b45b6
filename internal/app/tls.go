package app

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"path/filepath"
	"strings"

	"allot/internal/app/config"
	"allot/internal/platform/certificate"
)

// acmeFolder holds the account and the certificates of ACME in the data folder. It is
// in no backup: a new server asks for new ones.
const acmeFolder = "acme"

// encryption is how the API is served over HTTPS.
type encryption struct {
	config *tls.Config
	plain  func(redirect http.Handler) http.Handler // what answers over HTTP
	fetch  func(context.Context)                    // gets the certificates ahead of the first client
}

// encrypts returns nil where the API is served over HTTP.
func (a *App) encrypts() (*encryption, error) {
	if !a.cfg.ServesTLS() {
		return nil, nil //nolint:nilnil // HTTP is no error
	}
	if a.cfg.TLSACME {
		acme := certificate.NewACME(certificate.ACMEOptions{
			Hosts: a.cfg.CertificateHosts(), Email: a.cfg.TLSACMEEmail, Directory: a.cfg.TLSACMEDirectory,
			Folder: filepath.Join(a.dir.Path(), acmeFolder), Log: a.log,
		})
		return &encryption{acme.Config(), acme.Handler, acme.Fetch}, nil
	}
	// A certificate is as old as the machine's clock says, whatever ours is.
	files, err := certificate.NewFiles(a.cfg.TLSCert, a.cfg.TLSKey, config.Settings{}.Now, a.log)
	if err != nil {
		return nil, err
	}
	return &encryption{
		config: files.Config(),
		plain:  func(redirect http.Handler) http.Handler { return redirect },
		fetch:  func(context.Context) {}, // they are there
	}, nil
}

// redirect leads from HTTP to the public address, or to the port that HTTPS has.
func (a *App) redirect(listening string) http.Handler {
	base := ""
	if strings.HasPrefix(a.cfg.BaseURL, "https://") {
		base = strings.TrimSuffix(a.cfg.BaseURL, "/")
	}
	_, port, _ := net.SplitHostPort(listening)
	return certificate.Redirect(base, port)
}
