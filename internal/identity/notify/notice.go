package notify

import (
	"fmt"
	"maps"
	"slices"

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

// paramsIn returns all values for a language.
func (n Notice) paramsIn(language string) map[string]string {
	all := make(map[string]string, len(n.Params)+len(n.Localized))
	maps.Copy(all, n.Params)
	for name, value := range n.Localized {
		all[name] = value(language)
	}
	return all
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
	params := n.paramsIn(lang.Offered[0])
	if len(params) != len(k.Params) {
		return fmt.Errorf("notification %s wants %v, got %d values", n.Kind, k.Params, len(params))
	}
	for name := range params {
		if !slices.Contains(k.Params, name) {
			return fmt.Errorf("notification %s has no placeholder %q", n.Kind, name)
		}
	}
	if n.Link != "" && !ownPath(n.Link) {
		return fmt.Errorf("notification %s: the link %q is no path of ours", n.Kind, n.Link)
	}
	return nil
}
