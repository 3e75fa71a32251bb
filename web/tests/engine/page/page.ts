/** A page with nothing but the engine, for checks and measurements in real browsers. */
import { Engine } from '../../../src/engine/engine';
import { startEngine } from '../../../src/engine/start';

declare global {
  interface Window {
    engine: Engine;
  }
}

window.engine = new Engine(startEngine);
