package notify

import (
	"slices"

	"allot/internal/platform/auth"
	"allot/internal/platform/lang"
)

// Kind names what a notification is about. It is API and stored: never rename
// it. A new kind is a constant, an entry of Kinds and its texts in each file
// under texts.
type Kind string

// The kinds.
const (
	PublicationSubmitted Kind = "publication_submitted"
	PublicationApproved  Kind = "publication_approved"
	PublicationDeclined  Kind = "publication_declined"

	OverrideWaiting       Kind = "override_waiting"
	OverrideApproved      Kind = "override_approved"
	OverrideDeclined      Kind = "override_declined"
	OverrideSourceChanged Kind = "override_source_changed"
)

// KindInfo is what is known of a kind besides its texts.
type KindInfo struct {
	Kind Kind
	// For are the account types that it reaches.
	For []auth.AccountType
	// ByMail says that it also comes by e-mail unless the user chose otherwise.
	ByMail bool
	// Params are the {placeholders} of its texts.
	Params []string
}

// Kinds lists every kind in the order that preferences show them.
var Kinds = []KindInfo{
	{Kind: PublicationSubmitted, For: []auth.AccountType{auth.Admin}, ByMail: true, Params: []string{"property", "company"}},
	{Kind: PublicationApproved, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"property"}},
	{Kind: PublicationDeclined, For: []auth.AccountType{auth.Accommodation}, ByMail: true, Params: []string{"property", "reason"}},
	// It comes with a letter of its own, in which the hotel can decide.
	{Kind: OverrideWaiting, For: []auth.AccountType{auth.Accommodation}, Params: []string{"property", "company"}},
	{Kind: OverrideApproved, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"property"}},
	{Kind: OverrideDeclined, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"property", "reason"}},
	{Kind: OverrideSourceChanged, For: []auth.AccountType{auth.TourOperator}, ByMail: true, Params: []string{"property"}},
}

// KindsFor lists the kinds that users of an account type can get.
func KindsFor(t auth.AccountType) []KindInfo {
	return slices.DeleteFunc(slices.Clone(Kinds), func(k KindInfo) bool { return !slices.Contains(k.For, t) })
}

// FindKind finds a kind by its name.
func FindKind(name string) (KindInfo, bool) {
	i := slices.IndexFunc(Kinds, func(k KindInfo) bool { return string(k.Kind) == name })
	if i < 0 {
		return KindInfo{}, false
	}
	return Kinds[i], true
}

// Name is what preferences call the kind in a reader's language.
func (k KindInfo) Name(language string) string {
	return texts[lang.Match(language)].Kinds[k.Kind].Name
}

func kindNames() []string {
	names := make([]string, len(Kinds))
	for i, k := range Kinds {
		names[i] = string(k.Kind)
	}
	return names
}
