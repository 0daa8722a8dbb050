within Bench;
package Race "The problems without accounts of heat and work: position and speed of each block are all the states there are"
end Race;
