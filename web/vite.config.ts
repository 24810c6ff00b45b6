import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { texts } from './scripts/texts'

// The API that `npm run dev` works with: `go run ./cmd/allot demo` in another terminal.
const api = process.env.ALLOT_API ?? 'http://127.0.0.1:8080'

/** The file of a screen: one for each area, and one for the calendars. First screens stay by themselves. */
function areaOf(id: string): string | null {
  if (/\/(insight\/today|partners\/portfolio|identity\/[A-Z])|\/screens\.ts$|\/content\/properties\./.test(id))
    return null
  const [, area, place] = /\/src\/(\w+)\/(.*)$/.exec(id) ?? []
  return area === 'inventory' && !place!.startsWith('rooming/') ? 'calendars' : (area ?? null)
}

/**
 * The texts of the first screens are apart, too, and those of refusals, which every screen may need; the others of a
 * language are one file.
 */
function textsOf(id: string): string {
  const [, language, area, keys] = /\/locales\/(\w+)\/(\w+)\.json(\?keys)?$/.exec(id)!
  const file = keys ? 'keys' : language!
  if (/^(refusals|names)$/.test(area!)) return `${file}-refusals`
  return file + (/^(base|door|insight|inventory|partners)$/.test(area!) ? `-${area}` : '')
}

/** What few screens have: amounts, moments and files to enter, the sentences of the trail. */
const rare =
  /\/src\/(app\/trail|(parts|platform)\/(DecimalField|NumberInput|numbers|MomentField|instant|FileDrop|CsvImport|ImportReport))/

/** Few files: many small ones compress badly, and name each other. */
const groups = [
  {
    name: 'core',
    test: (id: string) => /node_modules|\/src\/(app|parts|platform)\//.test(id) && !rare.test(id),
    priority: 2,
  },
  // What these files need is in core.
  { name: 'entry', test: rare, priority: 1 },
  // Today reads calendars, but does not draw them.
  { name: 'days', test: /\/src\/inventory\/(?!rooming\/).*\.ts$/, priority: 2 },
  { name: textsOf, test: /\/src\/locales\//, priority: 2 },
  { name: areaOf, priority: 1 },
]

export default defineConfig({
  plugins: [svelte(), texts()],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses in style sheets and scripts: the content security policy has none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': api, '/media': api, '/widget.js': api } },
})
