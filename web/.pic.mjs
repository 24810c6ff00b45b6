import { chromium } from 'playwright-core'
const [base, out, width, lang, ...paths] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ baseURL: base, viewport: { width: +width, height: 800 }, locale: lang, hasTouch: +width < 500, isMobile: +width<500 })
const who = process.env.WHO || 'anna@hotel-poseidon.example'
const r = await c.request.post('/api/auth/login/', { data: { email: who, password: 'olive-tram-lantern' }, headers: {Origin: base} })
await c.request.put('/api/settings/preferences/edit/', { data: { language: lang, theme: process.env.THEME||'light' }, headers: {Origin: base} })
const p = await c.newPage()
p.on('console', m => m.type()==='error' && console.log(m.text().slice(0,200)))
for (const path of paths) { await p.goto(path); await p.waitForTimeout(1500); await p.screenshot({ path: `${out}-${path.replace(/[^a-z0-9]+/gi,'_')}.png` }) }
await b.close()
