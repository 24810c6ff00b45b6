// The script that a hotel puts on its own site:
//   <script async src="…/widget.js" data-widget="…"></script>
// It draws the hotel's widget where it stands, in a shadow tree of its own. data-theme, data-color and data-language
// change for one page what the hotel has set. It leaves nothing in the page but its one element.
import { calendar } from './calendar'
import { colorOf } from './color'
import { read, type Shown } from './data'
import { el } from './dom'
import { facts } from './facts'
import { photos } from './photos'
import { sheet, type Theme } from './style'
import { languageOf, texts, type Language } from './texts'

const script = document.currentScript
if (script instanceof HTMLScriptElement) void start(script)

async function start(at: HTMLScriptElement) {
  const { widget = '', theme, color, language } = at.dataset
  const host = document.createElement('allot-widget')
  const root = host.attachShadow({ mode: 'open' })
  at.after(host)
  // Until the server has told what the hotel has set, the language is a guess.
  const page = [document.documentElement.lang, ...navigator.languages]
  const guess = languageOf(language, ...page)
  let shown: Shown
  try {
    shown = await read(new URL(at.src).origin, widget, guess)
    const set = shown.language === 'auto' ? undefined : shown.language
    const wanted = languageOf(language, set, ...page)
    if (wanted !== shown.text_language) shown = await read(new URL(at.src).origin, widget, wanted)
  } catch {
    root.adoptedStyleSheets = [sheet(themeOf(theme) ?? 'light', colorOf(color) ?? '#2563eb')]
    root.append(el('p', { class: 'widget', role: 'status', lang: guess }, texts[guess].refused))
    return
  }
  root.adoptedStyleSheets = [sheet(themeOf(theme) ?? shown.theme, colorOf(color) ?? shown.color)]
  root.append(draw(shown, shown.text_language))
}

const themeOf = (text: string | undefined): Theme | undefined =>
  text === 'auto' || text === 'light' || text === 'dark' ? text : undefined

function draw(shown: Shown, language: Language): HTMLElement {
  const t = texts[language]
  const stars = shown.stars ? `${'★'.repeat(Math.floor(shown.stars))}${shown.stars % 1 ? '½' : ''}` : ''
  return el(
    'section',
    { class: 'widget', lang: language, 'aria-label': shown.name },
    el(
      'header',
      {},
      shown.logo ? el('img', { src: shown.logo, alt: '', width: '56', height: '56' }) : undefined,
      el(
        'div',
        {},
        el('h2', {}, shown.name),
        el(
          'p',
          {},
          stars !== '' && el('span', { role: 'img', 'aria-label': `${shown.stars} ${t.stars}` }, stars),
          stars !== '' && shown.city !== '' && ' · ',
          shown.city,
        ),
      ),
    ),
    shown.photos?.length ? photos(shown.photos, shown.name, language) : undefined,
    shown.facts && (shown.facts.length > 0 || shown.description !== '')
      ? facts(shown.description, shown.facts, language)
      : undefined,
    shown.availability?.rooms.length ? calendar(shown.availability, language) : undefined,
  )
}
