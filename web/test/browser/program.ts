// The built program with demo data, and a browser to look at it with.
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

const binary = new URL('../../../bin/allot', import.meta.url).pathname

export const password = 'olive-tram-lantern'
export const people = {
  hotel: 'anna@hotel-poseidon.example',
  chain: 'sofia@meridian-hotels.example',
  operator: 'jana@nordlicht-reisen.example',
  staff: 'staff@allot.example',
}

/** A running program. */
export class Program {
  base = ''
  #process: ChildProcess | undefined
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Starts it; it has stopped before. */
  async start(args: string[] = [], env: Record<string, string> = {}): Promise<void> {
    const port = new URL(this.base || 'http://127.0.0.1:0').port || '0'
    const child = spawn(
      binary,
      ['demo', '--addr', `127.0.0.1:${port}`, '--admin-addr', '', '--data-dir', this.folder, ...args],
      { env: { ...process.env, ...env } },
    )
    this.#process = child
    let said = ''
    await new Promise<void>((ready, failed) => {
      const hear = (chunk: Buffer) => {
        said += chunk.toString()
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
        if (found && said.includes('Ctrl-C')) {
          this.base = found[0]
          ready()
        }
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('exit', (code) => failed(new Error(`allot ended with ${code}:\n${said}`)))
    })
    child.removeAllListeners('exit')
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const ended = new Promise((done) => child.on('exit', done))
    child.kill('SIGTERM')
    await ended
  }

  /** The letters to an address that were kept, the latest last, with quoted-printable undone. */
  letters(to: string): string[] {
    const folder = join(this.folder, 'mail')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((f) => f.endsWith('.eml'))
      .sort()
      .map((f) => readFileSync(join(folder, f), 'utf8'))
      .filter((text) => text.includes(to))
      .map((text) =>
        text
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      )
  }
}

/** Waits until something is there. */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  seconds = 20,
): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`no ${what} after ${seconds} s`)
    await new Promise((go) => setTimeout(go, 100))
  }
}

export interface World {
  program: Program
  browser: Browser
  /** A browser of one person, with a page of its own. */
  visit: (
    email?: string,
    options?: Parameters<Browser['newContext']>[0],
  ) => Promise<{ context: BrowserContext; page: Page; trouble: string[] }>
}

/** Makes a program and a browser for the tests of one file. */
export function world(args: string[] = []): World {
  const w = {} as World
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'allot-web-'))
    cpSync(inject('template'), join(folder, 'data'), { recursive: true })
    w.program = new Program(join(folder, 'data'))
    await w.program.start(args)
    w.browser = await chromium.launch({
      executablePath: inject('chromium'),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    w.visit = (email, options) => visit(w, email, options)
  })
  afterAll(async () => {
    await w.browser?.close()
    await w.program?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })
  return w
}

async function visit(w: World, email?: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await w.browser.newContext({
    baseURL: w.program.base,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    ...options,
  })
  context.setDefaultTimeout(30_000)
  const trouble: string[] = []
  context.on('console', (m) => {
    if (m.type() === 'error' || m.type() === 'warning') trouble.push(`${m.type()}: ${m.text()} (${m.location().url})`)
  })
  context.on('weberror', (e) => trouble.push(`fault: ${e.error().stack}`))
  context.on('request', (r) => {
    const url = new URL(r.url())
    if (url.origin !== w.program.base && !/^(blob|data):$/.test(url.protocol))
      trouble.push(`left the origin: ${r.url()}`)
  })
  if (email) {
    const answer = await context.request.post('/api/auth/login/', { data: { email, password } })
    if (!answer.ok()) throw new Error(`log-in of ${email}: ${answer.status()}`)
    await context.request.put('/api/settings/preferences/edit/', { data: { language: 'en', theme: 'light' } })
  }
  const page = await context.newPage()
  return { context, page, trouble }
}

/** Puts a picture into the folder that ALLOT_PICTURES names, to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ALLOT_PICTURES']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, name + '.png') })
}
