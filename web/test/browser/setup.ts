// Makes the demo once; every file of tests gets a copy.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { password, people, Program, until } from './program'

declare module 'vitest' {
  export interface ProvidedContext {
    template: string
    chromium: string
  }
}

/**
 * Waits until the letters and notifications of the demo are there: what comes later would change what a test counts.
 */
async function settled(base: string) {
  const headers = { 'Content-Type': 'application/json', Origin: base }
  const answer = await fetch(base + '/api/auth/login/', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: people.staff, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ')
  await until(
    'rest of the jobs',
    async () => {
      const health = await fetch(base + '/api/admin/health/', { headers: { cookie } })
      const { jobs, events } = (await health.json()) as { jobs: Record<string, number>; events: { waiting: number } }
      return (jobs['available'] ?? 0) + (jobs['running'] ?? 0) + events.waiting === 0
    },
    60,
  )
}

export default async function (project: TestProject) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const chromium = ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((f) => join(f, name)))
    .find((file) => existsSync(file))
  if (!chromium) throw new Error('Chromium is missing: install the Debian package chromium')
  const template = mkdtempSync(join(tmpdir(), 'allot-web-demo-'))
  const program = new Program(template)
  await program.start()
  await settled(program.base)
  await program.stop()
  project.provide('template', template)
  project.provide('chromium', chromium)
  return () => rmSync(template, { recursive: true, force: true })
}
