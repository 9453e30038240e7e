import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <main>
      <h1>Bunting</h1>
    </main>
  </StrictMode>,
);
