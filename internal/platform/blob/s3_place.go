package blob

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// S3Options say where a bucket is and who may use it.
type S3Options struct {
	// URL is s3://bucket/prefix with the parameters endpoint (default: Amazon's),
	// region and path-style, which is for servers that have no host name for each
	// bucket.
	URL string
	// Without keys the standard variables of AWS, its credentials file and the role
	// of the machine are asked, in this order.
	AccessKey, SecretKey string
	// Patience is how long the server may take nothing of what is sent, and give no answer; 0:
	// as long as it may take to answer anything else.
	Patience time.Duration
}

// s3Place is a parsed URL.
type s3Place struct {
	bucket, prefix string // the prefix has a slash at its end, or is empty
	host           string
	secure         bool
	region         string
	lookup         minio.BucketLookupType
}

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

// parseS3 reads a URL. Its errors do not repeat it, because somebody may have written
// a password into it.
func parseS3(text string) (p s3Place, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.Opaque != "" || u.Fragment != "" {
		return p, errors.New("must be an address such as s3://bucket/prefix?region=eu-central-1")
	}
	if u.User != nil {
		return p, errors.New("must not have keys inside: ALLOT_S3_ACCESS_KEY and ALLOT_S3_SECRET_KEY are for them")
	}
	p.bucket = u.Host
	if err := s3utils.CheckValidBucketNameStrict(p.bucket); err != nil {
		return p, fmt.Errorf("the name of the bucket: %w", err)
	}
	if prefix := strings.Trim(u.Path, "/"); prefix != "" {
		if !prefixForm.MatchString(prefix) {
			return p, errors.New("the path may have letters, digits, '-', '_' and '.' between slashes")
		}
		p.prefix = prefix + "/"
	}
	return p, p.readParameters(u)
}

func (p *s3Place) readParameters(u *url.URL) error {
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errors.New("its parameters cannot be read")
	}
	for name, v := range values {
		if len(v) > 1 {
			return fmt.Errorf("has %s more than once", name)
		}
		switch name {
		case "endpoint", "region", "path-style":
		default:
			return errors.New("has a parameter other than endpoint, region and path-style")
		}
	}
	p.region = values.Get("region")
	if err := p.readEndpoint(values.Get("endpoint")); err != nil {
		return err
	}
	p.lookup = minio.BucketLookupAuto
	if text := values.Get("path-style"); text != "" {
		pathStyle, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("path-style must be true or false")
		}
		p.lookup = minio.BucketLookupDNS
		if pathStyle {
			p.lookup = minio.BucketLookupPath
		}
	}
	return nil
}

func (p *s3Place) readEndpoint(text string) error {
	if text == "" {
		if p.region == "" {
			return errors.New("must name the region, as in s3://bucket?region=eu-central-1, or the endpoint")
		}
		p.host, p.secure = "s3."+p.region+".amazonaws.com", true
		return nil
	}
	e, err := url.Parse(text)
	if err != nil || e.Scheme != "http" && e.Scheme != "https" || e.Host == "" || strings.Trim(e.Path, "/") != "" || e.User != nil || e.RawQuery != "" || e.Fragment != "" {
		return errors.New("endpoint must be an address such as https://s3.example.com")
	}
	if p.region == "" {
		p.region = "us-east-1" // what servers that have no regions expect
	}
	p.host, p.secure = e.Host, e.Scheme == "https"
	return nil
}

func (o S3Options) credentials() (*credentials.Credentials, error) {
	if (o.AccessKey == "") != (o.SecretKey == "") {
		return nil, errors.New("needs both ALLOT_S3_ACCESS_KEY and ALLOT_S3_SECRET_KEY, or neither")
	}
	if o.AccessKey != "" {
		return credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), nil
	}
	return credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
	}), nil
}
