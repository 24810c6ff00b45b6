package notify

import (
	"fmt"
	"maps"

	"allot/internal/identity/auth"
	"allot/internal/platform/lang"
)

// Notice is a message that a module sends to an audience. The values of Params are plain text,
// one for each placeholder of the kind. Link is a path of this installation, or empty.
type Notice struct {
	To     Audience
	Kind   Kind
	Params map[string]string
	// Localized are values that depend on the reader's language, such as dates.
	Localized map[string]func(language string) string
	Link      string
	// Quiet sends no e-mail, whatever the recipients have chosen.
	Quiet bool
}

// Params are the values of a notice as they are stored: the same in every language, or those of
// each language by name.
type Params struct {
	Plain     map[string]string            `json:"plain,omitempty"`
	Localized map[string]map[string]string `json:"localized,omitempty"`
}

// in returns all values for a language.
func (p Params) in(language string) map[string]string {
	all := maps.Clone(p.Localized[language])
	if all == nil {
		all = make(map[string]string, len(p.Plain))
	}
	maps.Copy(all, p.Plain)
	return all
}

// params returns the values of the notice in every language.
func (n Notice) params() Params {
	p := Params{Plain: n.Params}
	if len(n.Localized) == 0 {
		return p
	}
	p.Localized = make(map[string]map[string]string, len(lang.Offered))
	for _, language := range lang.Offered {
		said := make(map[string]string, len(n.Localized))
		for name, value := range n.Localized {
			said[name] = value(language)
		}
		p.Localized[language] = said
	}
	return p
}

// Audience is the set of recipients of a notice; Account, User and Staff make one.
type Audience struct {
	owner    int64
	flag     auth.Flag
	property int64
	user     int64
	staff    bool
}

// Account returns the manager of an account and every sub-user who has the flag.
func Account(owner int64, flag auth.Flag) Audience { return Audience{owner: owner, flag: flag} }

// About leaves out sub-users of the account who may not see the property.
func (a Audience) About(property int64) Audience {
	a.property = property
	return a
}

// User returns one user; nobody, if it was removed.
func User(id int64) Audience { return Audience{user: id} }

// Staff returns all of the platform's staff.
func Staff() Audience { return Audience{staff: true} }

// check finds mistakes of the calling module; they are faults, not refusals.
func (n Notice) check() error {
	k, ok := FindKind(string(n.Kind))
	if !ok {
		return fmt.Errorf("there is no kind of notification %q", n.Kind)
	}
	if err := k.check(n.params().in(lang.Offered[0])); err != nil {
		return err
	}
	if n.Link != "" && !ownPath(n.Link) {
		return fmt.Errorf("notification %s: the link %q is no path of ours", n.Kind, n.Link)
	}
	return nil
}
