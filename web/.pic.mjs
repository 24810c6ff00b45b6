import { chromium } from 'playwright-core'
// base out width lang; steps on stdin: "path [| button text]"
const [base, out, width, lang, ...steps] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ baseURL: base, viewport: { width: +width, height: 800 }, locale: lang, hasTouch: +width < 500, isMobile: +width<500 })
const who = process.env.WHO || 'anna@hotel-poseidon.example'
const r = await c.request.post('/api/auth/login/', { data: { email: who, password: 'olive-tram-lantern' }, headers: {Origin: base} })
await c.request.put('/api/settings/preferences/edit/', { data: { language: lang, theme: process.env.THEME || 'light' } })
const p = await c.newPage()
p.on('console', m => ['error','warning'].includes(m.type()) && console.log(m.text()))
p.on('pageerror', e => console.log(e.stack))
let n = 0
for (const s of steps) { const [path, ...rest] = s.split(' | '); await p.goto(path); await p.waitForTimeout(1000)
 for (const x of rest) { if (x.startsWith('fill:')) { await p.locator('textarea').first().fill(x.slice(5).replaceAll('\\t','\t').replaceAll('\\n','\n')) } else await p.getByRole(x.startsWith('m:')?'menuitem':'button', { name: x.replace(/^m:/,'') }).first().click(); await p.waitForTimeout(500) }
 await p.screenshot({ path: `${out}-${n++}.png` }) }
await b.close()
