import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runServe } from '../../source/command-line/serve-command.ts'
import { EngineFailure } from '../../source/contracts/engine.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { type OpenedService, openService } from './open-service.ts'

let service: OpenedService
before(async () => {
  service = await openService({ limits: { headersMs: 300, requestMs: 600, bodyBytes: 50_000 } })
})
after(() => service.done())

/** Sends bytes as they are and gives all that comes back until the other side closes. */
function raw(text: string, after: (socket: ReturnType<typeof connect>) => void = () => undefined) {
  return new Promise<string>((resolve) => {
    let heard = ''
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write(text)
      after(socket)
    })
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
}

/** A request with any headers, which fetch would not send. */
function ask(path: string, headers: { readonly [name: string]: string }, method = 'GET') {
  return new Promise<{ status: number; text: string; headers: { readonly [name: string]: unknown } }>(
    (resolve, reject) => {
      const sent = request({ port: service.port, host: '127.0.0.1', path, method, headers }, (reply) => {
        let text = ''
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, headers: reply.headers }))
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}

const known = () => ({ authorization: `Bearer ${service.token}` })

/** It serves as before. */
async function assertServes() {
  const { text } = await service.chat([{ role: 'user', content: 'hello' }])
  assert.equal(text, 'I see.')
}

describe('who is let in', () => {
  test('nothing is told without the token, whatever the path', async () => {
    for (const path of ['/v1/models', '/v1/turns', '/', '/nothing', '/v1/../v1/models', '//v1/models']) {
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer x',
        `Basic ${service.token}`,
        service.token,
      ]) {
        const reply = await ask(path, authorization === undefined ? {} : { authorization })
        assert.equal(reply.status, 401, `${path} ${authorization}`)
        assert.equal(reply.headers['www-authenticate'], 'Bearer')
        assert.doesNotMatch(reply.text, /fake-model/)
      }
    }
  })

  test('another name for loopback is refused, even with the token', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${service.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      'localhost.evil.example',
    ])
      assert.equal((await ask('/v1/models', { ...known(), host })).status, 403, host)
    for (const host of [`localhost:${service.port}`, `LOCALHOST:${service.port}`, `[::1]:${service.port}`])
      assert.equal((await ask('/v1/models', { ...known(), host })).status, 200, host)
  })

  test('no web page may use it, and none is told that it might', async () => {
    for (const origin of ['http://evil.example', `http://127.0.0.1:${service.port}`, 'null']) {
      const reply = await ask('/v1/models', { ...known(), origin })
      assert.equal(reply.status, 403)
      assert.equal(reply.headers['access-control-allow-origin'], undefined)
    }
    const asked = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    assert.equal((await ask('/v1/turns', asked, 'OPTIONS')).status, 403)
    const form = await service.post('/turns', '{"message":"x"}', { ...known(), 'content-type': 'text/plain' })
    assert.equal(form.status, 415)
  })

  test('other paths and methods are said to be wrong', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/models/',
      '/v1/%6dodels/x',
      '/v1/turns/../../etc/passwd',
      '/v1/models%00',
      '/%zz',
    ])
      assert.equal((await ask(path, known())).status, 404, path)
    const wrong = await ask('/v1/turns', known())
    assert.equal(wrong.status, 405)
    assert.match(wrong.text, /`\/v1\/turns` takes POST, not `GET`/)
  })
})

describe('bodies', () => {
  test('a large body is refused, told by its length or not', async () => {
    const large = JSON.stringify({ message: 'x'.repeat(60_000) })
    assert.equal((await service.post('/turns', large)).status, 413)
    const chunked = await raw(
      `POST /v1/turns HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      (socket) => {
        // Without end, until the other side has enough.
        const more = () => {
          while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`));
        }
        socket.on('drain', more)
        more()
      },
    )
    assert.match(chunked, /^HTTP\/1.1 413/)
    await assertServes()
  })

  test('what is no JSON object, or no UTF-8, is refused in a sentence', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', '{"message":', '{"message":1}', '{"message":"  "}']) {
      const reply = await service.post('/turns', body)
      assert.equal(reply.status, 400, body)
      assert.match(await reply.text(), /"message":"(The body is not|`message`)/)
    }
    const deep = `{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    assert.equal((await service.post('/turns', deep)).status, 400)
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
    const reply = await fetch(`${service.url}/turns`, {
      method: 'POST',
      headers: { ...known(), 'content-type': 'application/json' },
      body: bytes,
    })
    assert.match(await reply.text(), /not UTF-8/)
    const proto = await service.post('/turns', '{"message":"hello","__proto__":{"deltas":true}}')
    assert.equal(proto.status, 400)
  })

  test('a name of a conversation that is none is refused', async () => {
    for (const conversation of ['', '../x', 'a b', 'x'.repeat(101), 'é'])
      assert.equal((await service.post('/turns', { message: 'x', conversation })).status, 400, conversation)
  })
})

describe('clients that are slow or flood', () => {
  test('headers that come a byte at a time end with their time', { timeout: 20_000 }, async () => {
    let timer: NodeJS.Timeout | undefined
    const heard = await raw('GET /v1/models HTTP/1.1\r\n', (socket) => {
      timer = setInterval(() => socket.write('x'), 50)
    })
    clearInterval(timer)
    assert.match(heard, /^HTTP\/1.1 408/)
    await assertServes()
  })

  test('a body that comes a byte at a time ends with its time', { timeout: 20_000 }, async () => {
    let timer: NodeJS.Timeout | undefined
    const heard = await raw(
      `POST /v1/turns HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
      (socket) => {
        timer = setInterval(() => socket.write(' '), 50)
      },
    )
    clearInterval(timer)
    assert.match(heard, /^HTTP\/1.1 408|^$/)
    await assertServes()
  })

  test('headers without end are refused', { timeout: 20_000 }, async () => {
    const flood = `X-Much: ${'x'.repeat(1_000)}\r\n`.repeat(100)
    assert.match(await raw(`GET /v1/models HTTP/1.1\r\n${flood}\r\n`), /^HTTP\/1.1 431/)
    await assertServes()
  })

  test('what is not HTTP gets an error and nothing else', { timeout: 20_000 }, async () => {
    for (const text of ['\x16\x03\x01\x02\x00\x01', 'hello\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n'])
      assert.match(await raw(text), /^HTTP\/1.1 (400|505)/)
    const two = `Host: 127.0.0.1:${service.port}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n`
    assert.match(await raw(`POST /v1/turns HTTP/1.1\r\n${two}\r\n0\r\n\r\n`), /^HTTP\/1.1 400/)
    await assertServes()
  })
})

describe('what cannot be begun', () => {
  test('a port that is taken, and a model that does not load, are said in a sentence', async () => {
    await assert.rejects(
      openService({ port: service.port }),
      new RegExp(`Port \`${service.port}\` cannot be listened at \\(another program listens there\\)`),
    )
    await assert.rejects(openService({ fails: new EngineFailure('load', 'It is no model.') }), {
      name: 'UserError',
      message: 'It is no model.',
      exitCode: 3,
    })
    await assertServes()
  })
})

describe('the token file', () => {
  const start = (tokenFile: string) =>
    runServe({ tokenFile, flags: {} } as unknown as Parameters<typeof runServe>[0])

  test('one that is missing, open to others, or no token is refused in a sentence', async () => {
    const folder = temporaryFolder('token')
    const file = join(folder, 'token')
    await assert.rejects(start(file), /cannot be read .*openssl rand -hex 32/)
    writeFileSync(file, 'abcdefghijklmnopqrstuvwxyz', { mode: 0o644 })
    chmodSync(file, 0o644)
    if (process.platform !== 'win32')
      await assert.rejects(start(file), /can be read by others; `chmod 600` mends/)
    chmodSync(file, 0o600)
    writeFileSync(file, 'short')
    await assert.rejects(start(file), /is no token/)
  })
})
