import { ReleaseDevices } from '../keys/one/release-devices';

/** The question before a device is released, for the palette to load when it is asked. */
export default ReleaseDevices;
