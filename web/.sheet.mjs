import { chromium } from 'playwright-core'
import { readdirSync, readFileSync } from 'node:fs'
const [dir, out, pattern, cols='3', per='9', width='640'] = process.argv.slice(2)
const files = readdirSync(dir).filter(f => new RegExp(pattern).test(f)).sort()
const b = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: +cols * (+width+10), height: 800 } })
let n = 0
for (let i = 0; i < files.length; i += +per) {
  const html = files.slice(i, i + +per).map(f => `<figure style="margin:3px;display:inline-block;width:${width}px;vertical-align:top"><figcaption style="font:12px sans-serif">${f}</figcaption><img style="max-width:100%;max-height:560px;border:1px solid #888" src="data:image/png;base64,${readFileSync(dir+'/'+f).toString('base64')}"></figure>`).join('')
  await p.setContent(`<body style="margin:0;background:#ccc">${html}</body>`)
  await p.screenshot({ path: `${out}-${n++}.png`, fullPage: true })
}
console.log(n)
await b.close()
