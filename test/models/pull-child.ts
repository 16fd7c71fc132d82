// A pull in a process of its own, so that a test can kill it: node pull-child.ts MODELS_DIR PYTHON MODEL_JSON.
// Writes the joined and growing bytes, one number a line.
import { pullModel } from '../../source/models/pull.ts'

const [modelsDir = '', python = '', model = ''] = process.argv.slice(2)
await pullModel({
  model: JSON.parse(model),
  modelsDir,
  python,
  env: process.env,
  signal: new AbortController().signal,
  limits: { pollMs: 5 },
  onProgress: ({ doneBytes }) => process.stdout.write(`${doneBytes}\n`),
})
