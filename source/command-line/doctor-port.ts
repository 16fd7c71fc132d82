// The doctor as the session lends it: nothing of it is loaded before somebody asks.
import type { DoctorShelf } from '../contracts/doctor.ts'
import type { Patient } from './doctor.ts'

/** For one home. */
export function doctorPort(patient: Patient): DoctorShelf {
  return {
    check: async (request) => {
      const { openDoctor } = await import('./doctor.ts')
      return openDoctor(patient).check(request)
    },
  }
}
