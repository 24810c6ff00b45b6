package facts

// Gaps names what the words of a language lack and what nothing needs; read is
// false where there is no file for it.
func (c *Catalogue) Gaps(lang string) (missing, superfluous []string, read bool) {
	for _, lex := range c.words.all {
		if lex.lang == lang && lex.Categories != nil {
			missing, superfluous = c.gaps(lex)
			return missing, superfluous, true
		}
	}
	return nil, nil, false
}
