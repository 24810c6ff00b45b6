package account

import (
	"context"
	"io"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/field"
	"allot/internal/platform/picture"
)

// ProfileInput changes a user; nil leaves a field as it is.
type ProfileInput struct {
	Email     *string
	FirstName *string
	LastName  *string
	Language  *string
	// Avatar is a new picture. ClearAvatar removes the present one.
	Avatar      io.ReadSeeker
	ClearAvatar bool
}

const (
	// AvatarFolder is the folder of avatars in the blob store.
	AvatarFolder = "avatars"
	avatarSize   = 256
)

func (in *ProfileInput) apply(u *User) {
	set := func(target *string, value *string, clean func(string) string) {
		if value != nil {
			*target = clean(*value)
		}
	}
	set(&u.Email, in.Email, field.CleanEmail)
	set(&u.FirstName, in.FirstName, strings.TrimSpace)
	set(&u.LastName, in.LastName, strings.TrimSpace)
	set(&u.Language, in.Language, strings.TrimSpace)
	if u.Language == "" {
		u.Language = defaultLanguage
	}
}

func (u User) check() error {
	var f apperr.Fields
	checkEmail(&f, u.Email)
	checkNames(&f, u.FirstName, u.LastName)
	checkLanguage(&f, u.Language)
	return f.Err()
}

// Profile returns the caller's own user.
func (s *Service) Profile(ctx context.Context, who auth.Caller) (User, error) {
	return s.store.User(ctx, who.UserID)
}

// Emails returns the addresses of users of an account, by id. Removed users and those of other
// accounts are left out.
func (s *Service) Emails(ctx context.Context, owner int64, ids []int64) (map[int64]string, error) {
	return s.store.Emails(ctx, owner, ids)
}

// UpdateProfile changes the caller's own user.
func (s *Service) UpdateProfile(ctx context.Context, who auth.Caller, in ProfileInput) (User, error) {
	return s.updateUser(ctx, in, func(ctx context.Context) (User, error) { return s.store.LockUser(ctx, who.UserID) })
}

// updateUser changes the user that find locks, and publishes the change.
func (s *Service) updateUser(ctx context.Context, in ProfileInput, find func(ctx context.Context) (User, error)) (after User, err error) {
	avatar, err := s.storeAvatar(ctx, in.Avatar)
	if err != nil {
		return User{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := find(ctx)
		if err != nil {
			return err
		}
		after = before
		in.apply(&after)
		if avatar != "" || in.ClearAvatar {
			after.AvatarKey = avatar
		}
		if err := after.check(); err != nil {
			return err
		}
		changed := changedFields(before, after)
		if len(changed) == 0 {
			return nil
		}
		after.UpdatedAt = s.now()
		if before.Email != after.Email {
			after.EmailState = s.enteredEmail()
			if err := s.spendLetter(ctx, after); err != nil {
				return err
			}
		}
		return s.storeProfile(ctx, before, after, changed)
	})
	return after, err
}

func (s *Service) storeProfile(ctx context.Context, before, after User, changed []string) error {
	if err := s.store.UpdateUser(ctx, after); err != nil {
		return err
	}
	ev := ProfileUpdated{OwnerID: after.OwnerID, UserID: after.ID, ChangedFields: changed}
	if before.Email != after.Email {
		ev.PreviousEmail, ev.PreviousState = before.Email, before.EmailState
		// A reset link sent to the old address must not open the account.
		if err := s.store.DeleteResets(ctx, after.ID); err != nil {
			return err
		}
		if err := s.deps.Events.Publish(ctx, newEmailStateChanged(after)); err != nil {
			return err
		}
	}
	if err := s.record(ctx, audit.Change{Action: "update", ObjectType: "user", ObjectID: after.ID, Before: before, After: after}); err != nil {
		return err
	}
	return s.deps.Events.Publish(ctx, ev)
}

func changedFields(a, b User) []string {
	changed := []string{}
	add := func(name, x, y string) {
		if x != y {
			changed = append(changed, name)
		}
	}
	add("email", a.Email, b.Email)
	add("first_name", a.FirstName, b.FirstName)
	add("last_name", a.LastName, b.LastName)
	add("language", a.Language, b.Language)
	add("avatar", a.AvatarKey, b.AvatarKey)
	return changed
}

// storeAvatar makes a small square of the upload and stores it under the hash of its content.
// If the change is refused later, sweepAvatars deletes it.
func (s *Service) storeAvatar(ctx context.Context, upload io.ReadSeeker) (key string, err error) {
	if upload == nil {
		return "", nil
	}
	data, ext, err := s.deps.Pictures.EncodeSmall(ctx, upload, picture.Result{Side: avatarSize, Square: true})
	if err != nil {
		return "", err
	}
	return blob.PutContent(ctx, s.deps.Blobs, AvatarFolder, ext, data)
}
