// The catalogues of texts without their keys, which are the same in every language: a catalogue becomes the list of its
// texts in the order of the English file, and `?keys` of the English file the list of its keys.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const file = /^(.*\/src\/locales\/)\w+(\/\w+\.json)(\?keys)?$/

export function texts(): Plugin {
  return {
    name: 'allot-texts',
    enforce: 'pre',
    transform(code, id) {
      const [, folder, name, wantsKeys] = file.exec(id) ?? []
      if (!folder) return undefined
      const keys = Object.keys(JSON.parse(readFileSync(`${folder}en${name}`, 'utf8')) as object)
      const catalogue = JSON.parse(code) as Record<string, unknown>
      return wantsKeys ? `export default ${JSON.stringify(keys)}` : JSON.stringify(keys.map((key) => catalogue[key]))
    },
  }
}
