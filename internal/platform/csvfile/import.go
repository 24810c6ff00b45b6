package csvfile

import (
	"errors"
	"io"
	"strings"
	"unicode"

	"allot/internal/platform/apperr"
	"allot/internal/platform/fold"
)

const (
	maxImportErrors = 1000
	maxUnknownNames = 50
)

// ImportResult counts the rows of a file that was taken in.
type ImportResult struct {
	Created        int           `json:"created"`
	Updated        int           `json:"updated"`
	Skipped        int           `json:"skipped"`
	Errors         []ImportError `json:"errors" nullable:"false" doc:"The first 1,000 rows that could not be taken"`
	ErrorsTotal    int           `json:"errors_total"`
	UnknownColumns []string      `json:"unknown_columns" nullable:"false" doc:"Headings of columns that were left out because the caller asked for it"`
}

// ImportError is a row that was not taken.
type ImportError struct {
	Line    int    `json:"line" doc:"Line of the file where the row starts"`
	Message string `json:"message"`
}

// NewImportResult is that of a file whose unknown columns are left out.
func NewImportResult(unknown []string) ImportResult {
	return ImportResult{Errors: []ImportError{}, UnknownColumns: append([]string{}, unknown[:min(len(unknown), maxUnknownNames)]...)}
}

// CheckColumns refuses a file with headings that nobody understands: what stands
// below them would be lost. known are the names that may have been meant.
func CheckColumns(unknown, known []string) error {
	var f apperr.Fields
	for _, heading := range unknown[:min(len(unknown), maxUnknownNames)] {
		f.Unknown("file", heading, known)
	}
	return f.Err()
}

// Fail counts a row that was not taken.
func (r *ImportResult) Fail(line int, message string) {
	r.ErrorsTotal++
	if len(r.Errors) < maxImportErrors {
		r.Errors = append(r.Errors, ImportError{line, message})
	}
}

// SoFar tells with a refusal in the middle of a file what has been kept.
func (r *ImportResult) SoFar(err error) error {
	var refusal *apperr.Error
	if !errors.As(err, &refusal) {
		return err
	}
	return refusal.With("created", r.Created).With("updated", r.Updated).With("skipped", r.Skipped)
}

// Import takes a file in, batch by batch: a bad row is reported and loses
// nothing but itself, and when the file breaks off, what came before is kept.
// read makes something of a record or says what is wrong with it.
func Import[T any](file *Reader, size int, result *ImportResult, read func(Record) (T, string), keep func([]T) error) error {
	batch := make([]T, 0, size)
	for {
		rec, err := file.Next()
		var bad *RecordError
		switch {
		case errors.As(err, &bad):
			result.Fail(bad.Line, bad.Message)
			continue
		case errors.Is(err, apperr.ErrUnknownField), errors.Is(err, apperr.ErrValidation):
			return err // the form around the file holds what nobody reads
		case err == nil:
			row, problem := read(rec)
			if problem != "" {
				result.Fail(rec.Line, problem)
				continue
			}
			batch = append(batch, row)
		}
		if len(batch) == size || err != nil && len(batch) > 0 {
			if kept := keep(batch); kept != nil {
				return kept
			}
			batch = batch[:0]
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Problem says in one line what a check of a row has found; empty: nothing.
func Problem(err error) string {
	if err == nil {
		return ""
	}
	var problems []string
	for _, f := range apperr.Of(err).Fields {
		problems = append(problems, f.Field+" "+f.Message)
	}
	return strings.Join(problems, "; ")
}

// Headings turns the words that stand for each column, separated by spaces,
// into the column of each word, as HeadingKey leaves it.
func Headings[C comparable](names map[C]string) map[string]C {
	columns := map[string]C{}
	for c, words := range names {
		for word := range strings.FieldsSeq(words) {
			columns[HeadingKey(word)] = c
		}
	}
	return columns
}

// HeadingKey leaves of a heading what tells it from others.
func HeadingKey(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold.Fold(heading))
}
