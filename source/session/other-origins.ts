// What is another by now than when a head was made. Pure.
import type { StateOrigins } from '../contracts/named-states.ts'

/** In words, one for each part that differs; empty: nothing does. */
export function otherOrigins(before: StateOrigins, now: StateOrigins): readonly string[] {
  const isOther = (name: keyof StateOrigins) => before[name] !== now[name]
  return [
    ...(isOther('model') || isOther('modelSha256')
      ? [`another model (\`${before.model}\`, now \`${now.model}\`)`]
      : []),
    ...(isOther('engine') ? ['another engine'] : []),
    ...(isOther('template') ? ['another chat template'] : []),
    ...(isOther('systemText') ? ['another system text'] : []),
    ...(isOther('tools') ? ['other tools in the head'] : []),
    ...(isOther('config') ? ['another `config.yaml`'] : []),
  ]
}
