import { listStates } from '../engine/embedded/state-budget.ts'

/** Bytes on disk of all saved states, what they may take, and bytes of all models that are here. */
export async function diskUse(
  statesDir: string,
  statesBudgetMb: number,
  models: readonly { readonly installed: boolean; readonly sizeBytes: number }[],
) {
  const states = (await listStates(statesDir)).reduce((sum, state) => sum + state.sizeBytes, 0)
  const installed = models.filter((row) => row.installed)
  return {
    states,
    budget: statesBudgetMb * 1e6,
    models: installed.reduce((sum, row) => sum + row.sizeBytes, 0),
  }
}
