// A server with a certificate on this machine, such as webhooks and connections call.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  base: string
  requests: Received[]
  /** What it answers; a test may set another answer. */
  answer: (request: Received) => { status: number; body: string }
}

/** Allows the program to call this machine. */
export const allowed = ['--outbound-allow', '127.0.0.0/8']

/** Starts a receiver for the tests of one file. Call it before world, whose program has to trust the certificate. */
export function receiver(): Receiver {
  const r: Receiver = { base: '', requests: [], answer: () => ({ status: 200, body: 'thank you' }) }
  const folder = mkdtempSync(join(tmpdir(), 'allot-receiver-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'pipe' },
  )
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body }
      r.requests.push(received)
      const { status, body: text } = r.answer(received)
      response.writeHead(status).end(text)
    })
  })
  const before = process.env['SSL_CERT_FILE']
  beforeAll(async () => {
    process.env['SSL_CERT_FILE'] = cert // the program inherits it
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    r.base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    if (before === undefined) delete process.env['SSL_CERT_FILE']
    else process.env['SSL_CERT_FILE'] = before
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return r
}
