package overridehttp

// PageTexts are what the page says, by language.
func PageTexts() map[string]pageText { return pageTexts }
