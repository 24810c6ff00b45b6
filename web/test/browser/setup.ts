// Makes the demo once; every file of tests gets a copy.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { Program } from './program'

declare module 'vitest' {
  export interface ProvidedContext {
    template: string
    chromium: string
  }
}

export default async function (project: TestProject) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const chromium = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => folders.map((f) => join(f, name))).find((file) => existsSync(file))
  if (!chromium) throw new Error('Chromium is missing: install the Debian package chromium')
  const template = mkdtempSync(join(tmpdir(), 'allot-web-demo-'))
  const program = new Program(template)
  await program.start()
  await program.stop()
  project.provide('template', template)
  project.provide('chromium', chromium)
  return () => rmSync(template, { recursive: true, force: true })
}
