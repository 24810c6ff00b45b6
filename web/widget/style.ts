// The styles, in a sheet that only the widget's shadow tree adopts: nothing of it reaches the page, little of the page
// reaches it, and a strict policy of the page does not stop it.
import { inkOn } from './color'

export type Theme = 'auto' | 'light' | 'dark'

const light = `--bg:#fff;--ink:#1a1f27;--soft:#545d6b;--line:#d9dee5;--open:#d7f2de;--open-ink:#0f4d24;--ask:#fdebc4;--ask-ink:#5c3d00;--shut:#eef0f3;--shut-ink:#5b6472;color-scheme:light`
const dark = `--bg:#14181f;--ink:#eef1f5;--soft:#aab3c0;--line:#38414e;--open:#123c22;--open-ink:#b9f0c9;--ask:#46340a;--ask-ink:#ffe2a0;--shut:#232a35;--shut-ink:#a3adba;color-scheme:dark`

const rules = `
:host{all:initial;display:block;font-family:inherit}
*{box-sizing:border-box}
.widget{background:var(--bg);color:var(--ink);font:400 16px/1.5 inherit;font-family:inherit;border:1px solid var(--line);border-radius:12px;padding:20px;max-width:760px;container-type:inline-size}
header{display:flex;align-items:center;gap:12px;border-bottom:3px solid var(--accent);padding-bottom:12px;margin-bottom:16px}
header img{width:56px;height:56px;object-fit:contain}
h2{font-size:1.4em;line-height:1.25;margin:0}
header p{margin:0;color:var(--soft)}
h3{font-size:1.1em;margin:20px 0 8px}
h4{font-size:1em;margin:12px 0 4px}
p{margin:0 0 10px;white-space:pre-line;overflow-wrap:anywhere}
figure{margin:0}
figure img{display:block;width:100%;height:auto;aspect-ratio:3/2;object-fit:cover;border-radius:8px;background:var(--shut)}
.below{display:flex;align-items:center;justify-content:space-between;gap:12px;margin-top:8px}
figcaption{color:var(--soft);font-size:.9em;overflow-wrap:anywhere}
.turn{display:flex;align-items:center;gap:8px;flex:none}
button{font:inherit;font-size:1.3em;line-height:1;width:40px;height:40px;border:0;border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer}
button[aria-disabled=true]{background:var(--shut);color:var(--shut-ink);cursor:default}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
label{display:flex;align-items:center;gap:8px;flex-wrap:wrap;margin-bottom:12px}
select{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--soft);border-radius:8px;padding:8px;max-width:100%;min-height:40px}
.availability .turn{justify-content:space-between;margin-bottom:8px}
.month{font-weight:600}
table{border-collapse:separate;border-spacing:3px;width:100%;table-layout:fixed;font-variant-numeric:tabular-nums}
th{font-size:.8em;font-weight:500;color:var(--soft);padding:2px 0}
td{padding:0;text-align:center}
td>span,.legend span{display:block;position:relative;border-radius:6px;padding:7px 0;border:2px solid transparent}
.open{background:var(--open);color:var(--open-ink)}
.on_request{background:var(--ask);color:var(--ask-ink);border:2px dashed var(--ask-ink)!important}
.closed{background:var(--shut);color:var(--shut-ink);text-decoration:line-through}
.past{color:var(--soft)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:6px 16px;padding:0;margin:10px 0 0;font-size:.9em;color:var(--soft)}
.legend li{display:flex;align-items:center;gap:6px}
.legend span{width:30px;padding:0;text-align:center}
details{border-top:1px solid var(--line)}
summary{cursor:pointer;padding:10px 0;font-weight:600}
dl{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:4px 16px;margin:0 0 12px}
dt{color:var(--soft);overflow-wrap:anywhere}
dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}
@container (max-width:380px){dl{grid-template-columns:1fr}dd{margin-bottom:8px}.below{flex-wrap:wrap}}
@media (prefers-reduced-motion:no-preference){button{transition:background .15s}}
`

export function sheet(theme: Theme, accent: string): CSSStyleSheet {
  const colors =
    theme === 'auto'
      ? `:host{${light}}@media (prefers-color-scheme:dark){:host{${dark}}}`
      : `:host{${theme === 'dark' ? dark : light}}`
  const s = new CSSStyleSheet()
  s.replaceSync(`${rules}${colors}:host{--accent:${accent};--on:${inkOn(accent)}}`)
  return s
}
