import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { CatalogueModel } from '../../source/models/catalogue.ts'
import type { PullProgress } from '../../source/models/progress.ts'
import { type PullOptions, pullModel } from '../../source/models/pull.ts'
import { PullError } from '../../source/models/pull-error.ts'
import { hfSource, modelBytes, modelRow, temporaryFolder } from './model-bytes.ts'
import { type ModelServer, serveModel } from './model-server.ts'

export const bytes = modelBytes(1 << 20)

/** A host, an empty models folder and a pull between them. */
export async function setUp(t: TestContext, over: Partial<CatalogueModel> = {}) {
  const server = await serveModel(bytes)
  t.after(() => server.close())
  const modelsDir = temporaryFolder(t)
  const notices: string[] = []
  const seen: PullProgress[] = []
  const model = modelRow(bytes, [hfSource], over)
  const pull = (more: Partial<PullOptions> = {}) =>
    pullModel({
      model,
      modelsDir,
      signal: new AbortController().signal,
      env: { HF_ENDPOINT: server.endpoint },
      onNotice: (text) => notices.push(text),
      onProgress: (progress) => seen.push(progress),
      limits: { retryMs: 1, pollMs: 5, reachMs: 5000 },
      ...more,
    })
  return { server, modelsDir, notices, seen, model, pull, file: join(modelsDir, 'tiny-1m.gguf') }
}

/** Checks a `PullError`. */
export function failure(code: string, pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof PullError, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, pattern)
    return true
  }
}

/** Stops a pull when its first bytes are on disk. */
export async function stopInTheMiddle(
  server: ModelServer,
  pull: (more: Partial<PullOptions>) => Promise<unknown>,
) {
  const stop = new AbortController()
  server.state.stallAfter = 400_000
  const onProgress = ({ doneBytes }: PullProgress) => doneBytes > 0 && stop.abort()
  await assert.rejects(
    pull({ signal: stop.signal, onProgress, limits: { pollMs: 0 } }),
    failure('cancelled', /goes on from there/),
  )
  server.state.stallAfter = undefined
}
