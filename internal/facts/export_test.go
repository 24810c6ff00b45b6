package facts

// Gaps names what the labels of a language lack and what nothing needs; read is
// false where there is no file for it.
func (c *Catalogue) Gaps(lang string) (missing, superfluous []string, read bool) {
	for _, labels := range c.labels.all {
		if labels.lang == lang && labels.Categories != nil {
			missing, superfluous = c.gaps(labels)
			return missing, superfluous, true
		}
	}
	return nil, nil, false
}
