// The facts, a category at a time behind its title.
import type { Section } from './data'
import { el } from './dom'
import { texts, type Language } from './texts'

export function facts(description: string, sections: Section[], language: Language): HTMLElement {
  const t = texts[language]
  const paragraphs = description.split(/\n{2,}/).filter((p) => p.trim() !== '')
  return el(
    'section',
    { class: 'facts', 'aria-label': t.facts },
    el('h3', {}, t.facts),
    ...paragraphs.map((p) => el('p', {}, p)),
    ...sections.map((s) =>
      el(
        'details',
        {},
        el('summary', {}, s.title),
        ...s.entries.flatMap((e) => [
          e.title !== '' && el('h4', {}, e.title),
          e.lines.length > 0 && el('dl', {}, ...e.lines.flatMap((l) => [el('dt', {}, l.label), el('dd', {}, l.value)])),
        ]),
      ),
    ),
  )
}
