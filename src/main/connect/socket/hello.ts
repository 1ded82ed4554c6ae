import { z } from 'zod';

/** Of what goes over the local socket. Both ends must have the same. */
export const PROTOCOL = 1;

/**
 * What a program wants to be: a `window` has the requests and pushes of windows; `agents` lends agents from people's code;
 * a `program` shows the runs that it makes itself.
 */
export const Role = z.enum(['window', 'agents', 'program']);
export type Role = z.output<typeof Role>;

/** The first request on each line, named `hello`. */
export const Hello = z.object({ protocol: z.number(), secret: z.string(), role: Role });
export type Hello = z.output<typeof Hello>;
