import { z } from 'zod';

// The page's policy forbids code made from strings, which is how zod would speed schemas up. Imported before any schema is.
z.config({ jitless: true });
