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
	// maxFailed is how many rows may be wrong before the rest is not looked at: nobody
	// mends as many one by one, and somebody may send a million on purpose.
	maxFailed = 10_000
)

// ImportResult counts the rows of an imported file.
type ImportResult struct {
	Created        int           `json:"created"`
	Updated        int           `json:"updated"`
	Skipped        int           `json:"skipped"`
	Errors         []ImportError `json:"errors" nullable:"false" doc:"The first 1,000 rows that could not be taken"`
	ErrorsTotal    int           `json:"errors_total"`
	UnknownColumns []string      `json:"unknown_columns" nullable:"false" doc:"Headings of columns that were left out because the caller asked for it"`
}

// ImportError describes a row that was not imported.
type ImportError struct {
	Line     int                 `json:"line" doc:"Line of the file where the row starts"`
	Message  string              `json:"message"`
	Problems []apperr.FieldError `json:"problems" nullable:"false" doc:"The same, one by one and with codes for programs"`
}

// NewImportResult returns an empty result with the unknown columns of the file.
func NewImportResult(unknown []string) ImportResult {
	return ImportResult{Errors: []ImportError{}, UnknownColumns: append([]string{}, unknown[:min(len(unknown), maxUnknownNames)]...)}
}

// CheckColumns refuses a file with unknown headings, whose values would be lost.
// It suggests names from known.
func CheckColumns(unknown, known []string) error {
	var f apperr.Fields
	for _, heading := range unknown[:min(len(unknown), maxUnknownNames)] {
		f.Unknown("file", heading, known)
	}
	return f.Err()
}

// Fail adds a row that was not imported.
func (r *ImportResult) Fail(line int, err error) {
	r.ErrorsTotal++
	if len(r.Errors) < maxImportErrors {
		r.Errors = append(r.Errors, ImportError{line, apperr.Sentence(err), apperr.Problems(err)})
	}
}

// SoFar adds the counts of imported rows to a refusal in the middle of a file.
func (r *ImportResult) SoFar(err error) error {
	var refusal *apperr.Error
	if !errors.As(err, &refusal) {
		return err
	}
	return refusal.With("created", r.Created).With("updated", r.Updated).With("skipped", r.Skipped)
}

// Import imports a file in batches. read returns the row of a record, or the problem
// with it, which is added to the result. keep stores a batch; rows before an error
// of the file are stored, also where that is one of too many rows that are wrong.
func Import[T any](file *Reader, size int, result *ImportResult, read func(Record) (T, error), keep func([]T) error) error {
	batch := make([]T, 0, size)
	for {
		rec, err := file.Next()
		var bad *RecordError
		switch {
		case errors.As(err, &bad):
			result.Fail(bad.Line, bad.Err)
			err = nil
		case errors.Is(err, apperr.ErrUnknownField), errors.Is(err, apperr.ErrValidation):
			return err // of the form around the file
		case err == nil:
			if row, problem := read(rec); problem != nil {
				result.Fail(rec.Line, problem)
			} else {
				batch = append(batch, row)
			}
		}
		if err == nil && result.ErrorsTotal > maxFailed {
			err = ErrFile.Withf("more than %d rows are wrong: look at the first ones, and send the file again", maxFailed)
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

// Headings returns the column of each heading, by HeadingKey, from the headings of
// each column, separated by spaces.
func Headings[C comparable](names map[C]string) map[string]C {
	columns := map[string]C{}
	for c, headings := range names {
		for heading := range strings.FieldsSeq(headings) {
			columns[HeadingKey(heading)] = c
		}
	}
	return columns
}

// HeadingKey returns the folded letters and digits of a heading.
func HeadingKey(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold.Fold(heading))
}
