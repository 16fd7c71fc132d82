import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildManifest } from '../../source/composing/build-manifest.ts'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import { findProgram } from '../../source/paths.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'

test('a reload of unchanged tools takes the trained router over, byte for byte', async () => {
  const program = findProgram()
  const shipped = readManifestFile(program.shippedManifest)
  const bytes = isManifestProblem(shipped) ? shipped : shipped.router()
  if (bytes === undefined || isManifestProblem(bytes)) return assert.fail('build the program first')
  const model = decodeRouter(bytes)
  if (isManifestProblem(model)) return assert.fail(model.message)
  const built = await buildManifest(program, { builtAt: 1, crossValidate: false, like: { model, bytes } })
  assert.deepEqual(built.problems, [])
  assert.equal(built.training, undefined)
  assert.ok(built.router && Buffer.from(built.router).equals(Buffer.from(bytes)))
})
