import { chromium } from 'playwright-core'
const [base, out, width, lang, ...paths] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ baseURL: base, viewport: { width: +width, height: 800 }, locale: lang, hasTouch: +width < 500, isMobile: +width<500 })
const who = process.env.WHO || 'anna@hotel-poseidon.example'
const r = await c.request.post('/api/auth/login/', { data: { email: who, password: 'olive-tram-lantern' }, headers: {Origin: base} })
console.log(r.status())
const p = await c.newPage()
let n = 0
for (const path of paths) { await p.goto(path); await p.waitForTimeout(900); await p.screenshot({ path: `${out}-${n++}.png` }) }
await b.close()
