import './app/start.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { must } from '../shared/lib/assert.ts';
import { App } from './app/app.tsx';
import { refuseStrayDrops } from './app/refuse-stray-drops.ts';
import { restoreTheme } from './app/theme.ts';
import './styles.css';

restoreTheme();
refuseStrayDrops();
createRoot(must(document.querySelector('#root'), '#root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
