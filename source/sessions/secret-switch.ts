// The one switch behind `/secret`: who writes anything down asks it, who holds anything hears it change.
import type { SecretControl } from '../contracts/secret.ts'

/** Opens it as it stands at the start. */
export function openSecretSwitch(startsOn: boolean): SecretControl {
  const listeners = new Set<(isOn: boolean) => void>()
  let on = startsOn
  return {
    isOn: () => on,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (isOn) => {
      if (isOn === on) return
      on = isOn
      for (const listener of listeners) listener(isOn)
    },
  }
}
