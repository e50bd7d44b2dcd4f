import './prelude.ts';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from './api.ts';
import { App } from './app.tsx';
import { ProtectionGate } from './features/protection/gate.tsx';

connect();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <ProtectionGate>
        <App />
      </ProtectionGate>
    </StrictMode>,
  );
