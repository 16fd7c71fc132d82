#pragma once

#define SSID_NAME      "Schuppen"
#define MEASURE_EVERY  300    // seconds
#define FAN_ON_C       28.0
#define FAN_OFF_C      25.5
#define PUMP_PIN       6
#define FAN_PIN        7
#define SDA_PIN        4
#define SCL_PIN        5
#define PUMP_SECONDS   20
#define SOIL_DRY       2350
#define DEBUG          1
